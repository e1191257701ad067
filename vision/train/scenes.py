"""Whole table scenes with labels, for the localiser: cards of all decks scattered, piled, fanned, laid in rows, or set as a game.

A scene is a square uint8 RGB image and a list of `Label`: class 0 face, 1 back; four corners; visible share. Cards less than
`LEAST_VISIBLE` uncovered, or whose centre lies outside, carry no label.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.train import artwork, textures

SIDE = 448  # pixels
LEAST_VISIBLE = 0.2


@dataclass(frozen=True, slots=True)
class Label:
    """One card of a scene: `kind` 0 face, 1 back; `corners` (4, 2) float32 px, clockwise; `visible` 0-1."""

    kind: int
    corners: np.ndarray
    visible: float


class SceneMaker:
    """Renders scenes without end from the decks given."""

    def __init__(self, decks: list[dict[str, artwork.Mips]], photos: textures.Backgrounds, seed: int, close: bool = False) -> None:
        self.rng = np.random.default_rng(seed)
        self.decks = [list(d.values()) for d in decks]
        self.photos = photos
        self.close = close
        self.blacks = blacks(decks)

    def make(self) -> tuple[np.ndarray, list[Label]]:
        """One scene: (SIDE, SIDE, 3) uint8 RGB and its labels."""
        rng = self.rng
        image = self.photos.draw(rng, SIDE)
        if rng.random() < 0.6:
            textures.clutter(rng, image, int(rng.integers(1, 6)), self.photos)
        owner = np.full((SIDE, SIDE), -1, np.int16)
        length = float(np.exp(rng.uniform(*np.log((0.45, 1.15) if self.close else (0.08, 0.85))))) * SIDE
        quads: list[tuple[int, np.ndarray]] = []
        if rng.random() < 0.06:
            pass  # an empty table, with whatever lies on it
        elif rng.random() < 0.25 and length < 0.3 * SIDE:
            self._game(image, owner, quads, length)
        else:
            self._loose(image, owner, quads, length)
        if rng.random() < 0.35:
            for _ in range(int(rng.integers(1, 3))):
                at = rng.uniform(0, SIDE, 2)
                if quads and rng.random() < 0.6:
                    at = quads[rng.integers(len(quads))][1].mean(0) + rng.normal(0, 0.35 * length, 2)
                textures.hand(rng, image, owner, at[0], at[1], rng.uniform(0.3, 0.7) * min(max(length, 40), 160))
        image = textures.light(rng, image)
        if rng.random() < 0.5:
            image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.3 if length > 0.15 * SIDE else 0.8))
        if rng.random() < 0.12:
            image = textures.motion_blur(rng, image, int(rng.integers(3, 9 if length > 0.25 * SIDE else 5)))
        return textures.camera(rng, image), self._labels(owner, quads)

    def _labels(self, owner: np.ndarray, quads: list[tuple[int, np.ndarray]]) -> list[Label]:
        counts = np.bincount(owner[owner >= 0].astype(int), minlength=len(quads))
        out = []
        for number, (kind, quad) in enumerate(quads):
            visible = counts[number] / max(abs(cv2.contourArea(quad)), 1)
            centre = quad.mean(0)
            if visible >= LEAST_VISIBLE and (centre > 0).all() and (centre < SIDE).all():
                out.append(Label(kind, quad, min(1.0, float(visible))))
        return out

    def _camera(self) -> np.ndarray:
        """A perspective: mostly nearly overhead, sometimes clearly tilted."""
        rng = self.rng
        square = np.asarray([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
        shift = rng.normal(0, SIDE * 0.03, (4, 2))
        if rng.random() < 0.35:
            pinch, corner = rng.uniform(0.02, 0.24) * SIDE, int(rng.integers(4))
            other = (1, 0, 3, 2)[corner]
            shift[corner, 0] += pinch if corner in (0, 3) else -pinch
            shift[other, 0] += pinch if other in (0, 3) else -pinch
            turn = int(rng.integers(4))
            return cv2.getPerspectiveTransform(np.roll(square, turn, 0), np.roll((square + shift).astype(np.float32), turn, 0))
        return cv2.getPerspectiveTransform(square, (square + shift).astype(np.float32))

    def _shadow(self) -> tuple[float, float, float, float] | None:
        rng = self.rng
        if rng.random() < 0.35:
            return None
        return rng.normal(0, 0.01 * SIDE), rng.normal(0, 0.01 * SIDE), rng.uniform(0.45, 0.95), rng.uniform(1, 4)

    def _face(self, deck: int) -> artwork.Mips:
        cards = self.blacks[~deck] if deck < 0 else self.decks[deck]
        return cards[self.rng.integers(len(cards))]

    def _some_deck(self) -> int:
        """Number of a deck; of a black one below 0."""
        rng = self.rng
        return ~int(rng.integers(len(self.blacks))) if rng.random() < (0.3 if self.close else 0.08) else int(rng.integers(len(self.decks)))

    def _put(self, image, owner, quads, card, kind, centre, length, stretch, angle, view, shadow, gain) -> None:  # type: ignore[no-untyped-def]  # one call's worth of drawing state
        high, wide = card[0].shape[:2]
        quad = artwork.pose(self.rng, np.asarray(centre), length * wide / high * stretch, length, angle, 0.004)
        quad = cv2.perspectiveTransform(quad[None], view)[0]
        if artwork.paste(image, card, quad, owner, len(quads), gain * self.rng.uniform(0.95, 1.02), shadow):
            quads.append((kind, quad))

    def _loose(self, image: np.ndarray, owner: np.ndarray, quads: list[tuple[int, np.ndarray]], length: float) -> None:
        rng = self.rng
        share = length / SIDE
        most = 16 if share < 0.16 else 10 if share < 0.32 else 5 if share < 0.5 else 3
        count = int(rng.integers(1, most + 1))
        layout = rng.choice(["heap", "fan", "rows", "anywhere", "trick"], p=[0.25, 0.15, 0.15, 0.2, 0.25])
        view, shadow, back = self._camera(), self._shadow(), artwork.mips(artwork.back(rng))
        deck, middle, way = self._some_deck(), rng.uniform(0.25, 0.75, 2) * SIDE, rng.uniform(0, 2 * np.pi)
        step, stretch, gain = rng.uniform(0.08, 0.35), rng.uniform(0.94, 1.1), rng.uniform(0.84, 1.02)
        spread = rng.uniform(0.25, 0.9)
        if layout == "trick":
            count = min(count + 1, 4)
        for i in range(count):
            if rng.random() < 0.12:
                deck = self._some_deck()
            hidden = rng.random() < 0.28 and layout != "trick"
            angle = way + rng.choice([0, np.pi / 2, np.pi, -np.pi / 2], p=[0.5, 0.15, 0.2, 0.15]) + rng.normal(0, 0.15)
            if layout == "heap":
                at = middle + rng.normal(0, spread * length, 2)
            elif layout == "fan":
                at = middle + (i - count / 2) * step * length * np.array([np.cos(way), np.sin(way)]) + rng.normal(0, 0.02 * length, 2)
                angle = way + np.pi / 2 + rng.normal(0, 0.05)
            elif layout == "rows":
                across = int(SIDE // (1.1 * length)) + 1
                at = np.array([(i % across + 0.5) * 1.1 * length, (i // across + 0.6) * 1.25 * length]) + rng.normal(0, 0.04 * length, 2)
            elif layout == "trick":
                at = middle + rng.uniform(0.15, 0.6) * length * np.array([np.cos(way + i * 1.9), np.sin(way + i * 1.9)])
            else:
                at = rng.uniform(0.02, 0.98, 2) * SIDE
            if layout in ("heap", "anywhere") and rng.random() < 0.35:
                angle = rng.uniform(0, 2 * np.pi)
            pile = int(rng.integers(3, 9)) if hidden and rng.random() < 0.35 else 1
            for layer in range(pile):
                if layer:
                    angle, at = angle + rng.normal(0, 0.12), at + rng.normal(0, 0.05 * length, 2)
                card = back if hidden else self._face(deck)
                self._put(image, owner, quads, card, int(hidden), at, length * rng.uniform(0.98, 1.02), stretch, angle, view, shadow, gain)

    def _game(self, image: np.ndarray, owner: np.ndarray, quads: list[tuple[int, np.ndarray]], length: float) -> None:
        """Talon across the turned card, a trick of 0-4 cards, piles of won cards."""
        rng = self.rng
        view, shadow, back = self._camera(), self._shadow(), artwork.mips(artwork.back(rng))
        deck, stretch, gain = self._some_deck(), rng.uniform(0.94, 1.1), rng.uniform(0.84, 1.02)
        middle, way = rng.uniform(0.35, 0.65, 2) * SIDE, rng.uniform(0, 2 * np.pi)

        def put(card: artwork.Mips, hidden: bool, at: np.ndarray, angle: float) -> None:
            self._put(image, owner, quads, card, int(hidden), at, length, stretch, angle, view, shadow, gain)

        if rng.random() < 0.85:
            at = middle + rng.normal(0, 1.1 * length, 2)
            ahead = np.array([np.cos(way), np.sin(way)])
            put(self._face(deck), False, at, way + np.pi / 2 + rng.choice([0, np.pi]) + rng.normal(0, 0.05))
            cover, talon = rng.uniform(0.3, 0.75) * length, int(rng.integers(1, 12))
            for _ in range(talon):
                put(back, True, at + ahead * cover + rng.normal(0, 0.02 * length, 2), way + rng.normal(0, 0.05))
        trick = int(rng.integers(0, 5))
        for i in range(trick):
            at = middle + rng.uniform(0.1, 0.7) * length * np.array([np.cos(way + i * 1.7), np.sin(way + i * 1.7)])
            put(self._face(deck), False, at, rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else way + i * np.pi / 2 + rng.normal(0, 0.2))
        for _ in range(int(rng.integers(0, 4))):
            at, angle = rng.uniform(0.05, 0.95, 2) * SIDE, rng.uniform(0, 2 * np.pi)
            for _ in range(int(rng.integers(1, 14))):
                put(back, True, at + rng.normal(0, 0.06 * length, 2), angle + rng.normal(0, 0.12))


def blacks(decks: list[dict[str, artwork.Mips]]) -> list[list[artwork.Mips]]:
    """Black packs, of which no folder here has any, made from the first few French ones: gold, gold and silver, all white."""
    inks = (((214, 170, 70), (214, 170, 70)), ((205, 150, 50), (215, 215, 210)), ((230, 60, 50), (235, 235, 235)))
    french = [d for d in decks if "QS" in d][:4]
    return [[[artwork.black(m, *ink) for m in card] for card in d.values()] for d in french for ink in inks]


def all_decks(art: Path, without: tuple[str, ...] = ()) -> dict[str, dict[str, artwork.Mips]]:
    """deck name → code → mips for every folder of `art` but those named in `without`."""
    return {d.name: artwork.deck(d) for d in sorted(art.iterdir()) if d.is_dir() and d.name not in without}
