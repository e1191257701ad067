"""The rule a case asks about, by game and kind: given → answer, through the same functions the games play by."""

from collections import Counter
from collections.abc import Callable, Mapping

from table import cards, contract, honours, melds, trick
from table import casefields as field
from table import deck as decks
from table.casefields import Case
from table.errors import BadValue, UnknownName
from table.games import bazzica, declaring, salisburghese
from table.options import ON
from table.proof import Owed, Whereabouts, proof
from table.trick import Duty

Answer = dict[str, object]
BRISCOLA_POWER = trick.ranking("A 3 K Q J 7 6 5 4 2")
BRISCOLA_POINTS = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
BRISCOLA_ALL = 120
POWER = {"briscola": BRISCOLA_POWER, "bazzica": bazzica.POWER, "salisburghese": salisburghese.POWER}
PLAYERS = (2, 3, 4)
SEATS = 4  # seats a case may name where it does not say how many play


def find(case: Case) -> Callable[[Case], Answer]:
    """The rule for a case; UnknownName when there is none of that kind for its game."""
    shared = {"trick_winner": trick_winner, "legal_plays": legal_plays, "hand_score": hand_score, "revoke": revoke, "game_end": game_end}
    own = {"bazzica": {"melds": combinations}, "salisburghese": {"melds": hand_honours, "contract": step}}
    known = shared | own.get(case.game, {}) if case.game in POWER else {}
    if case.kind not in known:
        raise UnknownName(f"kind of {case.game} case", case.kind, known)
    return known[case.kind]


def _known(case: Case, codes: list[str], trump: str = "") -> None:
    """Raise BadValue when a card does not belong to the game, or the families are mixed."""
    field.one_family(codes, trump)
    foreign = [c for c in codes if c not in POWER[case.game]]
    if foreign:
        raise BadValue(f"{foreign[0]} is no card of {case.game}.")


def trick_winner(case: Case) -> Answer:
    """Who takes the trick."""
    trump = field.trump(case.given)
    players = field.players(case.given, PLAYERS, SEATS)
    plays = field.plays(case.given.get("plays"), "given.plays", players)
    _known(case, [c for _, c in plays], trump)
    if not plays:
        raise BadValue("given.plays has no card.")
    return {"winner": trick.winner(plays, trump, POWER[case.game])}


def _duty(case: Case, plays: list[tuple[int, str]], trump: str, phase: int, seat: int, players: int) -> Duty:
    options = case.options
    if case.game == "salisburghese":
        return salisburghese.duty(plays, trump, seat, players, str(options["beat_when_trumped"]), str(options["overtrump_partner"]))
    if case.game == "bazzica" and phase == 2:
        return bazzica.phase_two(str(options["profile"]), plays, trump, str(options["cannot_beat"]), str(options["overtrump"]))
    return trick.FREE


def legal_plays(case: Case) -> Answer:
    """The distinct codes that may be played."""
    given = case.given
    players = field.players(given, PLAYERS, SEATS)
    laid = field.plays(given.get("trick", []), "given.trick", players)
    hand = field.cards_of(given.get("hand"), "given.hand")
    trump = field.trump(given)
    _known(case, hand + [c for _, c in laid], trump)
    phase = field.number(given, "phase", field.MISSING if case.game == "bazzica" else 1, 1, 2)
    after = (laid[-1][0] + 1) % players if laid else 0
    seat = after if given.get("player") is None else field.seat(given, "player", players)
    return {"legal": sorted(_duty(case, laid, trump, phase, seat, players).legal(hand))}


def combinations(case: Case) -> Answer:
    """Every combination of Bazzica that may be declared."""
    given = case.given
    held, trump = field.cards_of(given.get("held"), "given.held"), field.trump(given)
    count = field.number(given, "decks", field.copies(held), 1, 8)
    used: dict[str, Counter[str]] = {}
    served = given.get("used") or {}
    if not isinstance(served, dict):
        raise BadValue("given.used must be an object by class.")
    for name, value in served.items():
        known = melds.class_of(str(name))
        if known not in {melds.class_of(m) for m in bazzica.COMBINATIONS} | {"quattro"}:
            raise UnknownName("class of combinations", str(name), bazzica.COMBINATIONS)
        codes = field.cards_of(value, f"given.used.{name}")
        for one in [f"quattro_{r}" for r in melds.FOURS] if known == "quattro" else [known]:
            used[one] = used.get(one, Counter()) | Counter(codes) if known == name else used.get(one, Counter()) + Counter(codes)
    _known(case, held + [c for n in used.values() for c in n], trump)
    if field.copies(held) > count:
        raise BadValue(f"given.held has more copies of a card than {count} deck{'s' if count > 1 else ''} can have.")
    found = melds.declarable(held, trump, bazzica.COMBINATIONS, declaring.house(case.options, count), used)
    return {"melds": [{"meld": f.meld, "cards": list(f.cards), "points": f.points} for f in found]}


def hand_honours(case: Case) -> Answer:
    """The honours of a hand."""
    hand, trump = field.cards_of(case.given.get("hand"), "given.hand"), field.trump(case.given)
    _known(case, hand, trump)
    if field.copies(hand) > 2:
        raise BadValue("given.hand has more than two copies of a card.")
    found = honours.honours(hand, trump, salisburghese.HONOURS, str(case.options["nine"]))
    return {"honours": [{"meld": h.meld, "suit": h.suit, "points": h.points} for h in found], "total": honours.total(found)}


def _card_points(case: Case, value: object, where: str) -> int:
    """Points of cards taken; a number stands for itself."""
    if not isinstance(value, list):
        return field.numbers_by_seat({"n": {"0": value}}, "n", 1)[0] if isinstance(value, int) else _bad_cards(value, where)
    codes = field.cards_of(value, where)
    _known(case, codes)
    if case.game == "briscola":
        return sum(BRISCOLA_POINTS.get(trick.SAME_RANK.get(cards.rank(c), cards.rank(c)), 0) for c in codes)
    if case.game == "bazzica":
        trump = field.trump(case.given)
        return bazzica.card_points(codes) + (bazzica.captured_sevens(codes, trump, case.options) if trump else 0)
    return salisburghese.card_points(codes)


def _bad_cards(value: object, where: str) -> int:
    raise BadValue(f"{where} must be cards or their points, not {value!r:.40}.")


def _taken(case: Case, players: int) -> dict[int, int]:
    out: dict[int, int] = {}
    for seat, value, where in field.by_seat(case.given, "taken", players):
        out[seat] = out.get(seat, 0) + _card_points(case, value, where)
    return out


def _monte(case: Case) -> int:
    value = case.given.get("monte")
    return 0 if value is None else _card_points(case, value, "given.monte")


def hand_score(case: Case) -> Answer:
    """What each seat (in fours of Briscola: each side) counts; only what is listed."""
    given = case.given
    named = given.get("taken")
    players = field.players(given, PLAYERS, max(2, min(SEATS, len(named))) if isinstance(named, dict) else 2)
    pairs = players == 4 and (case.game == "briscola" or case.options.get("pairs") == ON)
    points = dict.fromkeys(range(2 if pairs else players), 0)

    def add(seat: int | None, value: int) -> None:
        if seat is not None:
            points[seat % 2 if pairs else seat] += value

    for seat, value in _taken(case, players).items():
        add(seat, value)
    for name in ("declared", "honours", "seven"):
        for seat, value in field.numbers_by_seat(given, name, players, needed=False).items():
            add(seat, value)
    if case.game != "briscola":
        last = bazzica.LAST_TRICK if case.game == "bazzica" else salisburghese.LAST_TRICK
        add(field.maybe_seat(given, "last_trick", players), last)
    if case.game == "salisburghese":
        add(field.maybe_seat(given, "declarer", players), _monte(case))
    return {"points": _keyed(points)}


def _keyed(points: Mapping[int, int]) -> dict[str, int]:
    return {str(k): points[k] for k in sorted(points)}


def step(case: Case) -> Answer:
    """One step of the contract."""
    steps = {"auction": auction, "request": request, "settle": settle}
    name = case.given.get("step")
    if not isinstance(name, str) or name not in steps:
        raise UnknownName("step of the contract", str(name), steps)
    return steps[name](case)


def auction(case: Case) -> Answer:
    """An auction as far as called. Who declares is said once it is over."""
    given = case.given
    players = field.players(given, PLAYERS)
    dealer, raw = field.seat(given, "dealer", players), given.get("calls")
    if not isinstance(raw, list):
        raise BadValue('given.calls must be a list of [seat, points or "pass"].')
    calls: list[tuple[int, int | None]] = []
    for i, entry in enumerate(raw):
        if not isinstance(entry, list) or len(entry) != 2:
            raise BadValue(f'given.calls[{i}] must be [seat, points or "pass"], not {entry!r:.40}.')
        seat, said = field.seat({"calls": entry[0]}, "calls", players), entry[1]
        passed = said is None or (isinstance(said, str) and said.lower() in ("pass", "passo"))
        calls.append((seat, contract.PASS if passed else field.number({"calls": said}, "calls")))
    after, bad = contract.auction(players, dealer, calls, int(case.options["bid_min"]), int(case.options["bid_step"]))
    done = bad is None and after.over
    return {
        "ok": bad is None,
        "bad_index": bad,
        "over": done,
        "declarer": after.by if done else None,
        "bid": after.high if done else None,
    }


def request(case: Case) -> Answer:
    """Who gives the card asked for."""
    given = case.given
    players = field.players(given, PLAYERS)
    caller, asked = field.seat(given, "caller", players), field.card(given.get("card"), "given.card")
    hands = field.cards_by_seat(given, "hands", players)
    _known(case, [asked, *(c for hand in hands.values() for c in hand)])
    if case.options["request"] != ON:
        return {"giver": None}
    return {"giver": contract.giver(caller, asked, hands, players)}


def settle(case: Case) -> Answer:
    """Whether the contract was made, and what each seat (in fours: each side) scores."""
    given, options = case.given, case.options
    players = field.players(given, PLAYERS)
    hand = contract.Reckoning(
        players=players,
        declarer=field.seat(given, "declarer", players),
        bid=field.number(given, "bid"),
        honours=field.numbers_by_seat(given, "honours", players, needed=False),
        taken=_taken(case, players),
        monte=_monte(case),
        last_trick=field.maybe_seat(given, "last_trick", players),
        fault=field.flag(given, "fault"),
        capot_by=field.maybe_seat(given, "capot_by", players),
        tricks_won=None if given.get("tricks_won") is None else field.numbers_by_seat(given, "tricks_won", players),
    )
    made, delta = contract.settle(
        hand,
        salisburghese.LAST_TRICK,
        salisburghese.CAPPOTTO,
        int(options["cappotto_missed"]),
        options["honours_need_trick"] == ON,
        options["honours_trick"] == "pair",
    )
    return {"made": made, "delta": _keyed(delta)}


def revoke(case: Case) -> Answer:
    """The plays proved illegal by the end of what is given."""
    given = case.given
    players, trump = field.players(given, PLAYERS), field.trump(given)
    raw = given.get("tricks")
    if not isinstance(raw, list):
        raise BadValue("given.tricks must be a list of tricks.")
    tricks = [field.plays(t, f"given.tricks[{i}]", players) for i, t in enumerate(raw)]
    size = field.number(given, "hand_size", max((len(t) for t in [tricks]), default=0), 0, 64)
    laid = [(i, seat, c) for i, t in enumerate(tricks) for seat, c in t]
    known = field.cards_by_seat(given, "known_held", players, needed=False)
    named = [c for _, _, c in laid] + [c for held in known.values() for c in held]
    unseen = None if given.get("unseen") is None else field.cards_of(given["unseen"], "given.unseen")
    _known(case, named + (unseen or []), trump)
    left = [size - sum(s == seat for _, s, _ in laid) for seat in range(players)]
    unknown = [n - len(known.get(s, ())) for s, n in enumerate(left)]
    if min(left) < 0 or min(unknown) < 0:
        who = left.index(min(left)) if min(left) < 0 else unknown.index(min(unknown))
        raise BadValue(f"Seat {who} has more cards than given.hand_size ({size}).")
    pool = _pool(case, named, unseen, Counter(c for held in known.values() for c in held), sum(unknown))
    where = Whereabouts(pool, sound=sum(pool.values()) >= sum(unknown))
    illegal = []
    for at, (i, seat, card) in enumerate(laid):
        before = [(s, c) for j, s, c in laid[:at] if j == i]
        duty = _duty(case, before, trump, 2, seat, players)
        held = [c for _, s, c in laid[at + 1 :] if s == seat] + known.get(seat, [])
        play = Owed(at, seat, card, (("", duty),))
        if proof(play, held, unknown[seat], [where]):
            illegal.append({"trick": i, "player": seat, "card": card})
    return {"illegal": illegal}


def _pool(case: Case, named: list[str], unseen: list[str] | None, known: Counter[str], unknown: int) -> Counter[str]:
    """The cards that can fill what nobody knows of the hands: `unseen` without those known held, or else the deck without all named."""
    if unseen is not None:
        pool = Counter(unseen)
        return pool - known if len(unseen) > unknown and not known - pool else pool
    if unknown == 0:
        return Counter()
    example = named[0] if named else "AS"
    base = {"french": "french", "german": "salzburg", "italian": "italian"}[cards.family(example)]
    regional = base == "italian" or any(cards.rank(c) in "23456" for c in named)
    size = "24x2" if case.game == "salisburghese" else ("40" if regional else "32")
    deck = decks.get(f"{base}-{size}")
    copies = max(deck.copies, field.copies(named), field.number(case.given, "decks", 1, 1, 8))
    pool = Counter(dict.fromkeys(deck.faces, copies))
    pool.subtract(named)
    return +pool


def game_end(case: Case) -> Answer:
    """Whether the game is over, who has won, and whether it is a draw."""
    given = case.given
    scores = field.numbers_by_seat(given, "points" if "points" in given and "scores" not in given else "scores", SEATS)
    if not scores:
        raise BadValue("given.scores names nobody.")
    players = field.players(given, PLAYERS, max(2, len(scores)))
    if case.game == "briscola":
        return _briscola_end(case, scores, players)
    over, winner = False, None
    last = field.maybe_seat(given, "last_trick", SEATS)
    if case.game == "salisburghese":
        goal = field.number(given, "target", case.options["target"], 1)
        if players == 4 and len(scores) > 2:
            scores = _sides(scores)
        winner = salisburghese.winner(scores, goal)
    else:
        pairs = case.options["pairs"] == ON and (players == 4 or "players" not in given)
        copies = field.number(given, "decks", 4 if pairs else 1 if players == 2 else players, 1, 8)
        usual = case.options["target"] if "target" in case.said else bazzica.target(case.options, copies)
        goal = field.number(given, "target", usual, 1)
        by_side = pairs and copies > 2
        if by_side and len(scores) > 2:
            scores = _sides(scores)
        first = field.maybe_seat(given, "quinta_at_first_trick_by", SEATS)
        if first is not None and case.options["quinta_wins"] == ON and case.options["profile"] == "torzato":
            winner = first % 2 if by_side else first
        else:
            winner = bazzica.winner(scores, last % 2 if last is not None and by_side else last, goal)
    over = winner is not None
    return {"over": over, "winner": winner, "draw": False}


def _sides(scores: Mapping[int, int]) -> dict[int, int]:
    return {k: sum(n for s, n in scores.items() if s % 2 == k) for k in (0, 1)}


def _briscola_end(case: Case, scores: dict[int, int], players: int) -> Answer:
    """A game of Briscola is over when all points are taken; a match when somebody has won enough games."""
    if players == 4 and len(scores) > 2:
        scores = _sides(scores)
    goal = int(case.options["match"])
    if "games" in case.given:
        won = field.numbers_by_seat(case.given, "games", SEATS)
        first = next((s for s, n in won.items() if n >= goal), None)
        return {"over": first is not None, "winner": first, "draw": False}
    best = max(scores.values())
    leaders = [s for s, n in scores.items() if n == best]
    stopped = case.options["stop_at_61"] == ON and best > BRISCOLA_ALL // 2
    if sum(scores.values()) < BRISCOLA_ALL and not stopped:
        return {"over": False, "winner": None, "draw": False}
    alone = len(leaders) == 1
    return {"over": True, "winner": leaders[0] if alone else None, "draw": not alone}
