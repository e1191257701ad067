"""Pictures of the dashboard for looking at: `make screenshots [ARGS="--out DIR --only board"]`.

Each scene is a real session served as in the tests; camera pictures are the simulator's, labelled as such. Sizes: tablet on its side and
upright, phone; light and dark; one language each round so that all three are seen.
"""

import argparse
import threading
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import cv2
from playwright.sync_api import Browser, sync_playwright
from waitress.server import create_server

from table import events as ev
from table.selfplay import script
from tests.e2e.conftest import ARGS, CHROMIUM, Stage
from tests.web.stand import Stand
from vision.sim import art
from vision.sim.simulated import picture
from web.app import create_app
from web.host import Picture, Seen, Setup

SIZES = {"tablet": (1280, 800), "upright": (800, 1280), "phone": (390, 844)}
LOOKS = ("it-light", "de-dark", "en-light", "it-dark", "de-light", "en-dark")
NAMES = ("Anna", "Bruno", "Carla", "Dino")


def jpeg(image: "cv2.typing.MatLike") -> bytes:
    return cv2.imencode(".jpg", image[..., :3])[1].tobytes()


class Sight:
    """A preview showing one simulated frame."""

    def __init__(self, image: bytes) -> None:
        self._image = image

    def jpeg(self) -> bytes:
        return self._image


class Filmed(Stand):
    """The stand with the simulator's pictures in place of grey pixels."""

    def __init__(self) -> None:
        super().__init__(camera="simulated")
        self.faces = art.sim_pack_art("italian") | art.sim_pack_art("french")
        self.sight = Sight(jpeg(picture(script("briscola", 2, seed=3), 14.0, seed=2)))
        self.teaching.look = lambda expected: [Seen(Picture(jpeg(self.faces[c]), c)) for c in expected]  # type: ignore[method-assign]  # pictures

    def preview(self) -> Sight:  # type: ignore[override]  # a picture in place of the pixel
        return self.sight

    def play(self, game: str, players: int, events: int, seed: int = 1, **options: object) -> None:
        """Self-play up to so many events."""
        names = NAMES[:players]
        hand = script(game, names, options, seed=seed)
        session = self.start(Setup(game, names, deck=hand.deck, options=options))
        for event in hand.events[:events]:
            if not isinstance(event, ev.Deal):
                session.append(event)


def briscola(stand: Filmed) -> None:
    stand.play("briscola", 2, 12, seed=4)
    assert stand.session is not None
    turn = stand.session.state.hand.turn if stand.session.state.hand else None
    if turn is not None:
        stand.session.append(ev.Play(seat=turn, candidates=(("Aco", 0.6), ("2co", 0.2), ("4co", 0.1)), source="camera"))


def four(stand: Filmed) -> None:
    stand.play("briscola", 4, 15, seed=2)


def over(stand: Filmed) -> None:
    stand.play("briscola", 2, 999, seed=4)


def bazzica(stand: Filmed) -> None:
    session = stand.start(Setup("bazzica", NAMES[:2]))
    for event in (
        ev.Hand(dealer=0), ev.Trump(card="9H"), ev.Adjust(seat=0, points=120), ev.Adjust(seat=1, points=260),
        ev.Play(seat=1, card="7S"), ev.Play(seat=0, card="AS"), ev.Meld(seat=0, meld="matrimonio_briscola", cards=("KH", "QH")),
        ev.Play(seat=0, card="8C"), ev.Play(seat=1, card="10C"), ev.Swap(seat=1), ev.Play(seat=1, card="9D"),
    ):  # fmt: skip
        session.append(event)


def fault(stand: Filmed) -> None:
    bazzica(stand)
    assert stand.session is not None
    stand.session.append(ev.Play(seat=1, card="AC", source="camera"))
    seq = stand.session.seq
    stand.pictures[seq] = [Picture(jpeg(stand.faces["AC"]), "AC", seq), Picture(jpeg(stand.faces["9D"]), "9D", seq - 1)]


def revoke(stand: Filmed) -> None:
    """A revoke of Salisburghese that later play proves, with the crops of the play and of what proves it."""
    hand = script("salisburghese", NAMES, seed=5, revoke=True)
    session = stand.start(Setup("salisburghese", NAMES, hand.dealer, hand.deck))
    for event in hand.events:
        if not isinstance(event, ev.Deal):
            session.append(event)
        if proved := [f for f in session.state.faults if f.why]:
            break
    shown = {seq: e.card for seq, e in session.events if isinstance(e, ev.Play)}
    found = proved[0]
    seqs = dict.fromkeys((found.seq, found.proved_at, *found.evidence))
    stand.pictures[found.seq] = [Picture(jpeg(stand.faces[c]), c, s) for s in seqs if (c := shown.get(s))]


def wrong(stand: Filmed) -> None:
    """A Briscola played out with one card nobody read: the hand does not add up."""
    hand = script("briscola", NAMES[:2], seed=7)
    session = stand.start(Setup("briscola", NAMES[:2], hand.dealer, hand.deck))
    plays = [e for e in hand.events if isinstance(e, ev.Play)]
    for event in hand.events:
        if not isinstance(event, ev.Deal):
            session.append(ev.Play(seat=event.seat) if isinstance(event, ev.Play) and event is plays[10] else event)


def names(stand: Filmed) -> None:
    """Names as long as they may be."""
    four = ("Maximiliane-Konstantina", "W" * 24, "👩‍👩‍👧‍👦🂡 Dino", "Bartholomäus der Zwölfte")
    session = stand.start(Setup("salisburghese", four))
    for event in (ev.Hand(dealer=0, trump="H"), ev.Bid(seat=1, points=160), ev.Pass(seat=2)):
        session.append(event)


def starting(stand: Filmed) -> None:
    """The game is open, the camera not yet."""
    stand.start(Setup("briscola", NAMES[:2]))
    stand.camera = "starting"


def lost(stand: Filmed) -> None:
    """The camera was pulled out in the middle of a hand."""
    four(stand)
    stand.camera = "failed"


def offered(stand: Filmed) -> None:
    """Bazzica with a combination seen lying on the table."""
    bazzica(stand)
    stand.offers = lambda: [ev.Meld(seat=0, meld="matrimonio", cards=("KS", "QS"))]  # type: ignore[attr-defined]  # asked for at run time


def auction(stand: Filmed) -> None:
    session = stand.start(Setup("salisburghese", NAMES[:3]))
    for event in (ev.Hand(dealer=0, trump="H"), ev.Bid(seat=1, points=200), ev.Bid(seat=2, points=220), ev.Pass(seat=0)):
        session.append(event)


def binokel(stand: Filmed) -> None:
    stand.play("salisburghese", 4, 40, seed=3)


def evening(stand: Filmed) -> None:
    over(stand)
    bazzica(stand)


SCENES: dict[str, tuple[Callable[[Filmed], None], str, str]] = {
    "briscola": (briscola, "/", ""),
    "four": (four, "/", ""),
    "over": (over, "/", ""),
    "bazzica": (bazzica, "/", ""),
    "fault": (fault, "/", ""),
    "revoke": (revoke, "/", ""),
    "wrong": (wrong, "/", ""),
    "names": (names, "/", ""),
    "starting": (starting, "/", ""),
    "lost": (lost, "/", ""),
    "offered": (offered, "/", ""),
    "auction": (auction, "/", ""),
    "binokel": (binokel, "/", ""),
    "picker": (briscola, "/", ".played [data-fix]"),
    "meld": (bazzica, "/", ".actions [data-dialog=meld]"),
    "bid": (auction, "/", ".actions [data-dialog=bid]"),
    "more": (bazzica, "/", ".actions [data-dialog=more]"),
    "setup": (briscola, "/setup", "summary"),
    "teach": (briscola, "/setup/deck", ".steps .on .btn.main[data-look]"),
    "camera": (briscola, "/setup/camera", ""),
    "history": (evening, "/history", ""),
    "admin": (briscola, "/admin", ""),
    "qr": (briscola, "/admin/qr", ""),
}


# what can be tapped and is smaller than a fingertip, and whether the page is wider than the screen
SMALL = """() => [...document.querySelectorAll("button, a, select, input:not([type=checkbox], [type=radio]), summary")].filter((e) => {
  const box = e.getBoundingClientRect();
  return e.checkVisibility() && !e.closest(".sr, .skip, p") && box.width > 2 && Math.min(box.width, box.height) < 43.5;
}).map((e) => e.outerHTML.slice(0, 80)).concat(document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : [])"""


def photograph(browser: Browser, url: str, click: str, size: str, look: str, out: Path) -> None:
    """One picture; what is too small to tap is named."""
    language, scheme = look.split("-")
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, locale=language)  # type: ignore[arg-type]  # light or dark
    page = context.new_page()
    page.goto(url)
    if click:
        page.click(click)
    page.wait_for_timeout(700)  # the card's flight and the first camera picture
    for fault in page.evaluate(SMALL):
        print(f"{out.name}: {fault}")
    page.screenshot(path=out, full_page=not url.endswith("/"))
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("build/screenshots"))
    parser.add_argument("--only", nargs="*", choices=SCENES, default=list(SCENES))
    parser.add_argument("--look", nargs="*", help="language-scheme, like de-dark; all of them in turn unless given")
    parser.add_argument("--size", nargs="*", choices=SIZES, default=list(SIZES))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    stage = Stage()
    server = create_server(stage, host="127.0.0.1", port=0, threads=64)
    threading.Thread(target=server.run, daemon=True).start()
    url = f"http://127.0.0.1:{server.effective_port}"  # type: ignore[union-attr]  # one socket: it has it
    looks = cycle(LOOKS)
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for name in options.only:
            set_up, path, click = SCENES[name]
            stand = Filmed()
            set_up(stand)
            stage.app = create_app(stand)
            for size in options.size:
                for look in options.look or [next(looks)]:
                    photograph(browser, url + path, click, size, look, options.out / f"{name}-{size}-{look}.png")
            print(name)
        browser.close()


if __name__ == "__main__":
    main()
