"""Opening a game, teaching a deck, hanging the camera: `/setup` and what belongs to it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, current_app, flash, jsonify, redirect, render_template, request, url_for

from table import cards, deck
from table.errors import BadValue
from table.games import GAMES, decks
from table.games import get as get_game
from web import phrases
from web.host import Host, Pack, Setup, Teacher
from web.languages import gettext

pages = Blueprint("setup", __name__, url_prefix="/setup")
# what nobody sees or what turns a line round has no place in a name
_UNSEEN = re.compile("[\x00-\x1f\x7f\u200b\u2028-\u202e\u2066-\u2069\ufeff]")


def _host() -> Host:
    host: Host = current_app.extensions["host"]
    return host


def plays(pack: Pack, composition: str) -> bool:
    """Whether a pack shows every card of a composition."""
    return set(deck.get(composition).faces) <= set(pack.faces)


def _names(text: Mapping[str, str]) -> list[str]:
    return [_UNSEEN.sub("", text.get(f"name{i}", "")).strip()[:24].strip() for i in range(8)]


def _players(text: Mapping[str, str]) -> tuple[str, ...]:
    names = _names(text)
    try:
        n = int(text.get("players", "2"))
    except ValueError:
        n = 2
    if not 2 <= n <= 8:
        raise BadValue(gettext("Between two and eight can play."))
    return tuple(name or gettext("Player %(n)s", n=i + 1) for i, name in enumerate(names[:n]))


@pages.get("")
def form() -> Any:
    """The form: game, players, dealer, deck, house rules. `?game=` and `?players=` choose what is asked."""
    host, session = _host(), _host().session
    before = session.state.setup if session else None
    name = request.args.get("game") or (before.game if before else "briscola")
    game = get_game(name)
    try:
        n = int(request.args.get("players") or (before.seats if before and before.game == name else game.PLAYERS[0]))
    except ValueError:
        n = game.PLAYERS[0]
    n = n if n in game.PLAYERS else game.PLAYERS[0]
    # what was typed before another game or number was chosen is not lost
    names = _names(request.args) if "name0" in request.args else list(before.players) if before else []
    options = []
    for o in game.option_list():
        if o.players and n not in o.players:
            continue
        label, help_ = phrases.option(o)
        now = before.options.get(o.name, o.default) if before and before.game == name else o.default
        options.append({
            "name": o.name, "label": label, "help": help_, "now": now, "default": o.default, "least": o.least, "most": o.most,
            "values": [(v, phrases.value(v)) for v in o.values],
        })  # fmt: skip
    compositions = decks.playing(name, n) or tuple(deck.names())
    packs = host.packs()
    choices = [(c, "", phrases.deck(c)) for c in compositions]
    seen = [(c, p.name, f"{p.name} · {phrases.deck(c)}") for p in packs for c in compositions if plays(p, c)]
    return render_template(
        "setup.html", games=[(g, phrases.game(g)) for g in GAMES], chosen=name, counts=sorted(game.PLAYERS), n=n, pairs=n in game.PAIRS,
        names=names, dealer=session.state.next_dealer if session and before and before.seats == n else 0,
        options=options, decks=seen + choices, running=session is not None and not session.state.over and bool(session.events),
        has_camera=host.preview() is not None,
    )  # fmt: skip


@pages.post("")
def start() -> Any:
    """Open the game."""
    game = get_game(request.form.get("game", ""))
    players = _players(request.form)
    composition, _, pack = request.form.get("deck", "").partition("|")
    chosen: dict[str, object] = {o.name: request.form[o.name] for o in game.option_list() if o.name in request.form}
    options = {o.name: o.parse(chosen[o.name]) for o in game.option_list() if o.name in chosen}
    options = {o.name: options[o.name] for o in game.option_list() if o.name in options and options[o.name] != o.default}
    try:
        dealer = int(request.form.get("dealer", "0"))
    except ValueError:
        dealer = 0
    _host().start(Setup(game.NAME, players, dealer, composition, pack, options))
    return redirect(url_for("play.board"))


# ---- teaching a deck ------------------------------------------------------------------------------------------------


def rows(composition: str) -> list[tuple[str, ...]]:
    """The rows to lay out, one a suit (cards without a suit in a row of their own)."""
    it = deck.get(composition)
    found = [tuple(c for c in it.faces if cards.suit(c) == s) for s in it.suits]
    lone = tuple(c for c in it.faces if not cards.suit(c))
    return found + ([lone] if lone else [])


def _short(row: Sequence[str]) -> dict[str, str]:
    """Code → what a small list shows for it: in a row of one suit the rank in words is enough."""
    return {c: phrases.capital(phrases.rank(cards.rank(c), cards.family(c)) if cards.suit(c) else phrases.card(c)) for c in row}


def _teacher() -> Teacher:
    teacher = _host().teacher()
    if teacher is None:
        raise BadValue(gettext("There is no camera to teach a deck with. Photos can be taught with: segnapunti enrol NAME FOLDER"))
    return teacher


@pages.get("/deck")
def teach() -> Any:
    """Teach a deck row by row."""
    composition = request.args.get("deck", "italian-40")
    names = [(n, phrases.deck(n)) for n in deck.names() if "x" not in n]
    ready = _host().teacher() is not None
    return render_template(
        "teach.html",
        compositions=names,
        composition=deck.get(composition).name,
        rows=rows(composition),
        names=_short,
        ready=ready,
        packs=_host().packs(),
    )


@pages.post("/deck/look")
def teach_look() -> Any:
    """`{"codes": [..]}`: what lies there now: one picture a card with the code it would get, and what is wrong in words."""
    body = request.get_json(silent=True) or {}
    codes = [cards.parse(c) for c in body.get("codes", [])]
    teacher = _teacher()
    seen = teacher.look(codes)
    taught = set(teacher.taught()) - set(codes)
    found: list[dict[str, Any]] = []
    wrong = []
    if len(seen) != len(codes):
        wrong.append(gettext("I see %(seen)s cards, the row has %(wanted)s.", seen=len(seen), wanted=len(codes)))
    for i, card in enumerate(seen):
        code = codes[i] if i < len(codes) else ""
        if card.like and (card.like in taught or card.like in codes) and card.like != code:
            twin = phrases.card(card.like)
            wrong.append(gettext("Picture %(n)s looks the same as the %(card)s.", n=i + 1, card=twin))
        found.append({"code": code, "name": phrases.capital(phrases.card(code)) if code else "", "picture": _data(card.picture.jpeg)})
    missing = [phrases.card(c) for c in codes[len(seen) :]]
    if missing:
        wrong.append(gettext("Missing at the end of the row: %(cards)s.", cards=", ".join(missing)))
    return jsonify(cards=found, wrong=wrong)


def _data(jpeg: bytes) -> str:
    import base64

    return "data:image/jpeg;base64," + base64.b64encode(jpeg).decode()


@pages.post("/deck/keep")
def teach_keep() -> Any:
    """`{"codes": [..]}`: keep the row last looked at under these codes, in order; "" leaves a picture out."""
    body = request.get_json(silent=True) or {}
    codes = [cards.parse(c) if c else "" for c in body.get("codes", [])]
    doubled = sorted({c for c in codes if c and codes.count(c) > 1})
    if doubled:
        raise BadValue(gettext("Twice in this row: %(cards)s.", cards=phrases.several(doubled)))
    teacher = _teacher()
    teacher.keep(codes)
    return jsonify(taught=list(teacher.taught()))


@pages.post("/deck/save")
def teach_save() -> Any:
    """`{"name", "deck"}`: save the pack; what is missing is named, it is saved all the same."""
    body = request.get_json(silent=True) or {}
    name, composition = str(body.get("name", "")).strip(), deck.get(str(body.get("deck", "")))
    if not name or not name.replace("-", "").replace("_", "").isalnum() or len(name) > 40:
        raise BadValue(gettext("A deck's name is made of letters, digits, - and _."))
    pack = _teacher().save(name, composition.name)
    if pack.missing:
        words = gettext("Saved. Still missing: %(cards)s.", cards=phrases.several(pack.missing))
    else:
        words = gettext("Saved: every card of %(name)s is known now.", name=pack.name)
    return jsonify(missing=list(pack.missing), words=words)


@pages.post("/deck/cancel")
def teach_cancel() -> Any:
    """Forget what was taught."""
    _teacher().cancel()
    return jsonify(ok=True)


# ---- the camera -------------------------------------------------------------------------------------------------------


@pages.get("/camera")
def camera() -> Any:
    """How to hang it, what it sees, what to change."""
    controls = _host().controls()
    advice = sorted(controls.advice(), key=lambda a: a.ok) if controls else []
    return render_template(
        "camera.html",
        status=_host().status(),
        preview=_host().preview() is not None,
        advice=advice,
        corners=controls.corners() if controls else (),
        controls=controls is not None,
    )


@pages.get("/camera.jpg")
def picture() -> Response:
    """What the camera sees now."""
    preview = _host().preview()
    jpeg = preview.jpeg() if preview else None
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg")


@pages.post("/camera/corners")
def corners() -> Any:
    """`{"corners": [[x, y], ..]}` as shares of the picture, clockwise from the top left; an empty list forgets them."""
    controls = _host().controls()
    if controls is None:
        raise BadValue(gettext("There is no camera."))
    given = (request.get_json(silent=True) or {}).get("corners", [])
    try:
        points = [(float(x), float(y)) for x, y in given]
    except (TypeError, ValueError):
        raise BadValue(gettext("Corners are four pairs of numbers between 0 and 1.")) from None
    if len(points) not in (0, 4) or not all(0 <= v <= 1 for p in points for v in p):
        raise BadValue(gettext("Corners are four pairs of numbers between 0 and 1."))
    controls.set_corners(points)
    return jsonify(ok=True)


@pages.post("/camera/lock")
def lock() -> Any:
    """Hold exposure, white balance and focus."""
    controls = _host().controls()
    if controls is None:
        raise BadValue(gettext("There is no camera."))
    flash(_held(controls.lock(request.form.get("on", "1") == "1")))
    return redirect(url_for("setup.camera"))


def _held(answer: str) -> str:
    """What a camera said it holds, in words: a list of what can be held stands behind a colon."""
    what, _, held = answer.rstrip(".").partition(": ")
    return f"{gettext(what)}: {', '.join(gettext(name) for name in held.split(', '))}." if held else gettext(answer)
