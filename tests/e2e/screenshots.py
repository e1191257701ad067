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
from playwright.sync_api import sync_playwright
from waitress.server import create_server

from table import events as ev
from table.deck import get as get_deck
from table.selfplay import script
from tests.e2e.conftest import ARGS, CHROMIUM, Stage
from tests.web.stand import Stand
from vision.sim import art
from vision.sim.simulated import picture
from web.app import create_app
from web.host import Picture, Seen, Setup

SIZES = {"tablet": (1280, 800), "upright": (800, 1280), "phone": (390, 844)}
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("build/screenshots"))
    parser.add_argument("--only", nargs="*", choices=SCENES, default=list(SCENES))
    parser.add_argument("--size", nargs="*", choices=SIZES, default=list(SIZES))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    stage = Stage()
    server = create_server(stage, host="127.0.0.1", port=0, threads=64)
    threading.Thread(target=server.run, daemon=True).start()
    url = f"http://127.0.0.1:{server.effective_port}"  # type: ignore[union-attr]  # one socket: it has it
    looks = cycle([("it", "light"), ("de", "dark"), ("en", "light"), ("it", "dark"), ("de", "light"), ("en", "dark")])
    assert len(get_deck("italian-40")) == 40
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for name in options.only:
            set_up, path, click = SCENES[name]
            stand = Filmed()
            set_up(stand)
            stage.app = create_app(stand)
            for size in options.size:
                language, scheme = next(looks)
                width, height = SIZES[size]
                context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, locale=language)
                page = context.new_page()
                page.goto(url + path)
                if click:
                    page.click(click)
                page.wait_for_timeout(700)  # the card's flight and the first camera picture
                page.screenshot(path=options.out / f"{name}-{size}-{language}-{scheme}.png", full_page=path != "/")
                context.close()
            print(name)
        browser.close()


if __name__ == "__main__":
    main()
