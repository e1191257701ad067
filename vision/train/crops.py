"""One card and its neighbours, near to: what the refiner and the recogniser learn from.

A local scene is CANVAS high, with one card (or a back, or no card at all) in the middle at NET size, other cards, hands and
things over and under it. From it `refiner_crop` and `reader_crop` cut what the two nets see at run time (brief of the formats:
models/README.md).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from table import cards
from vision.train import artwork, textures

WIDE, HIGH = 96, 144  # what the nets see
CANVAS = (208, 160)  # rows, columns
NOMINAL = np.asarray([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]], np.float32)  # corners in a crop with 12.5 % margin round the card
FACE, BACK, NONE = 0, 1, 2
LOW = 0.3  # share of cards seen from low, as at the far end of a table
CUT = 0.1  # share of scenes cut by the frame's edge
PAIR = 0.4  # share of neighbours laid as in a trick: same deck and size, about parallel or crosswise, well over or under the card
UNION = 0.15  # share of boxes drawn round the card and part of its neighbour, as localisers draw them where cards overlap
REAL = 0.15  # share of cards cut from photos among the faces, where there are any
_MIDDLE = np.asarray([[32, 32], [128, 32], [128, 176], [32, 176]], np.float32)


def shared_class(code: str) -> str:
    """Name of the class a card shares with the same card of other decks: suits of one family, `F`, `I` or `G` and the code."""
    return {"french": "F", "italian": "I", "german": "G"}.get(cards.family(code), "G") + code


@dataclass(frozen=True, slots=True)
class Local:
    """image (208, 160, 3) uint8 RGB; quad (4, 2) or None; kind; deck-and-card number and shared-class number, -1 if none;
    visible 0-1; rank of a real photo's card whose suit its labels do not tell, else ""."""

    image: np.ndarray
    quad: np.ndarray | None
    kind: int
    face: int
    shared: int
    visible: float
    rank: str = ""


Near = tuple[np.ndarray, str, str, str]  # canvas, code or "", rank, source: see vision.train.selflabel


class LocalMaker:
    """Renders local scenes without end. `faces` numbers (deck, code), `classes` numbers the shared classes."""

    def __init__(
        self, decks: dict[str, dict[str, artwork.Mips]], photos: textures.Backgrounds, seed: int, near: list[Near] | None = None
    ) -> None:
        self.rng = np.random.default_rng(seed)
        self.photos = photos
        self.near = near or []
        self.decks = {name: {code: m[:2] + [m[1]] * 2 for code, m in deck.items()} for name, deck in decks.items()}
        self.names = list(self.decks)
        self.faces = {(n, c): i for i, (n, c) in enumerate((n, c) for n in self.names for c in self.decks[n])}
        self.classes = {s: i for i, s in enumerate(dict.fromkeys(shared_class(c) for _, c in self.faces))}
        weight = np.array([1.6 if "anglo" in n or "standard" in n else 0.5 if n.startswith("negative") else 1.0 for n in self.names])
        self.weight = weight / weight.sum()
        self.backs = [artwork.mips(artwork.back(self.rng)) for _ in range(120)]

    def _under(self) -> np.ndarray:
        rng, (rows, columns) = self.rng, CANVAS
        if len(self.photos.squares) and rng.random() < 0.5:
            photo = self.photos.squares[rng.integers(len(self.photos.squares))]
            side = int(rng.integers(60, 208))
            x, y = rng.integers(0, photo.shape[0] - side, 2)
            return cv2.resize(photo[y : y + side, x : x + side], (columns, rows)).astype(np.float32) * rng.uniform(0.6, 1.2)
        if rng.random() < 0.5:
            return rng.integers(0, 256, 3).astype(np.float32) + rng.standard_normal((rows, columns, 1), np.float32) * np.asarray(
                rng.uniform(1, 8), np.float32
            )
        return textures.drawn_table(rng, rows)[:, :columns].copy()

    def _any_card(self, deck: str = "") -> artwork.Mips:
        rng = self.rng
        if not deck and rng.random() < 0.3:
            return self.backs[rng.integers(len(self.backs))]
        faces = list(self.decks[deck or self.names[rng.integers(len(self.names))]].values())
        return faces[rng.integers(len(faces))]

    def _neighbour(self, image: np.ndarray, quad: np.ndarray, owner: np.ndarray, over: bool, deck: str = "") -> None:
        rng = self.rng
        paired = bool(deck) and rng.random() < PAIR
        way = rng.uniform(0, 2 * np.pi)
        far = rng.uniform(0.3, 0.8) if paired else rng.uniform(0.4, 1.15)
        at = quad.mean(0) + np.array([np.cos(way) * WIDE, np.sin(way) * HIGH]) * far
        if paired or rng.random() < 0.78 or not over:
            card = self._any_card(deck if paired else "")
            h, w = card[0].shape[:2]
            scale = HIGH / h * rng.uniform(0.95, 1.05)
            angle = rng.uniform(0, 2 * np.pi)
            if paired or rng.random() < 0.5:
                angle = rng.choice([0, np.pi / 2, np.pi]) + rng.normal(0, 0.15)
            shadow = (rng.normal(0, 2.5), rng.normal(0, 2.5), rng.uniform(0.5, 0.95), rng.uniform(0.8, 3))
            artwork.paste(image, card, artwork.pose(rng, at, w * scale, h * scale, angle), owner, 1, rng.uniform(0.85, 1), shadow)
        elif rng.random() < 0.5:
            textures.hand(rng, image, owner, at[0], at[1], rng.uniform(25, 55))
        else:
            shape = ((float(at[0]), float(at[1])), (WIDE * 0.8, HIGH * 0.5), float(rng.uniform(0, 180)))
            box = cv2.boxPoints(shape).astype(np.int32)
            cv2.fillPoly(image, [box], tuple(float(v) for v in rng.integers(0, 256, 3)))
            cv2.fillPoly(owner, [box], 1)

    def make(self) -> Local:
        """One local scene; a card in it is at least 30 % visible."""
        while (scene := self._attempt()) is None:
            pass
        return scene

    def _attempt(self) -> Local | None:
        rng = self.rng
        kind = int(rng.choice(3, p=(0.72, 0.13, 0.15)))
        if kind == FACE and self.near and rng.random() < REAL:
            return self._real()
        face = shared = -1
        owner = np.full(CANVAS, -1, np.int16)
        image, quad = self._under().astype(np.float32), None
        deck = self.names[rng.choice(len(self.names), p=self.weight)] if kind == FACE else ""
        for _ in range(int(rng.integers(0, 3))):
            self._neighbour(image, _MIDDLE, owner, False, deck)
        if kind == NONE:
            if rng.random() < 0.4:
                shape = (
                    (float(80 + rng.normal(0, 8)), float(104 + rng.normal(0, 8))),
                    (float(rng.uniform(50, 110)), float(rng.uniform(80, 170))),
                    float(rng.uniform(0, 180)),
                )
                tone = rng.uniform(190, 255) * np.ones(3) if rng.random() < 0.6 else rng.integers(0, 256, 3)
                cv2.fillPoly(image, [cv2.boxPoints(shape).astype(np.int32)], tuple(float(v) for v in tone), cv2.LINE_AA)
        else:
            card, face, shared = self._chosen(kind, deck)
            quad = self._lay(image, owner, card)
        full = int((owner == 0).sum())
        if quad is not None and rng.random() < 0.55:
            for _ in range(int(rng.integers(1, 3))):
                self._neighbour(image, quad, owner, True, deck)
        visible = (owner == 0).sum() / max(full, 1) if quad is not None else 0.0
        if quad is not None and visible < 0.3:
            return None
        seen = self._seen(image)
        if quad is not None and rng.random() < CUT:
            visible *= self._cut(seen)
            if visible < 0.3:
                return None
        return Local(seen, quad, kind, face, shared, float(visible))

    def _cut(self, image: np.ndarray) -> float:
        """Grey where the frame ends, at any angle, across the card; returns the share of the card that is left."""
        way = self.rng.uniform(0, 2 * np.pi)
        ys, xs = np.mgrid[: CANVAS[0], : CANVAS[1]].astype(np.float32)
        gone = (xs - 80) * np.cos(way) + (ys - 104) * np.sin(way) > self.rng.uniform(0, 0.45) * HIGH
        image[gone] = 114
        return float(1 - gone[32:176, 32:128].mean())

    def _real(self) -> Local | None:
        """A card cut from a photo, sometimes with a drawn one over it, seen a little worse than it was."""
        rng = self.rng
        canvas, code, rank, _ = self.near[rng.integers(len(self.near))]
        image = (canvas[::-1, ::-1] if rng.random() < 0.5 else canvas).astype(np.float32)
        owner = np.full(CANVAS, -1, np.int16)
        cv2.fillPoly(owner, [_MIDDLE.astype(np.int32)], 0)
        full = int((owner == 0).sum())
        if rng.random() < 0.4:
            self._neighbour(image, _MIDDLE, owner, over=True)
        visible = float((owner == 0).sum() / full)
        if visible < 0.3:
            return None
        shared = self.classes.get(shared_class(code), -1) if code else -1
        return Local(self._seen(image, 0.4), _MIDDLE.copy(), FACE, -1, shared, visible, "" if code else rank)

    def _chosen(self, kind: int, name: str) -> tuple[artwork.Mips, int, int]:
        rng = self.rng
        if kind == BACK:
            return self.backs[rng.integers(len(self.backs))], -1, -1
        codes = list(self.decks[name])
        code = codes[rng.integers(len(codes))]
        return self.decks[name][code], self.faces[name, code], self.classes[shared_class(code)]

    def _lay(self, image: np.ndarray, owner: np.ndarray, card: artwork.Mips) -> np.ndarray:
        rng = self.rng
        h, w = card[0].shape[:2]
        high = HIGH * rng.uniform(0.93, 1.05)
        wide = high * w / h * rng.uniform(0.93, 1.1)
        turn = rng.normal(0, 0.04) + (np.pi if rng.random() < 0.5 else 0)
        quad = artwork.pose(rng, np.array([80, 104]) + rng.normal(0, 2, 2), wide, high, turn, 0.03)
        if rng.random() < LOW:
            quad = _from_low(rng, quad)
        shadow = (rng.normal(0, 2.5), rng.normal(0, 2.5), rng.uniform(0.5, 0.95), rng.uniform(0.8, 3)) if rng.random() < 0.6 else None
        artwork.paste(image, card, quad, owner, 0, rng.uniform(0.82, 1.02), shadow)
        return quad

    def _seen(self, image: np.ndarray, lit: float = 1.0) -> np.ndarray:
        """What a camera makes of it, from 40 pixels a card upward; `lit`: how often the light is changed."""
        rng = self.rng
        if rng.random() < lit:
            image = textures.light(rng, image)
        if rng.random() < 0.14:
            image = textures.motion_blur(rng, image, int(rng.integers(3, 10)))
        if rng.random() < 0.4:
            image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.7))
        factor = rng.uniform(0.26, 1.0)
        if factor < 0.85:
            image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        out = textures.camera(rng, image)
        if factor < 0.85:
            out = cv2.resize(out, CANVAS[::-1], interpolation=cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR)
        return out


def _from_low(rng: np.random.Generator, quad: np.ndarray) -> np.ndarray:
    """The card as a camera sees it that does not hang overhead: squeezed along some direction, its far edge shorter."""
    way = rng.uniform(0, np.pi)
    along = np.array([np.cos(way), np.sin(way)])
    centre = quad.mean(0)
    depth = (quad - centre) @ along
    squeezed = quad - (depth * (1 - rng.uniform(0.45, 0.95)))[:, None] * along
    away = 1 - rng.uniform(0, 0.25) * depth / (abs(depth).max() + 1e-6) / 2
    return np.asarray(centre + (squeezed - centre) * away[:, None], np.float32)


def upright(quad: np.ndarray) -> np.ndarray:
    """The same corners, begun so that the first edge is the upper one of the sides that look short."""
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    if sides[0] + sides[2] > sides[1] + sides[3]:
        quad = np.roll(quad, -1, 0)
    return quad if quad[:2].mean(0)[1] < quad[2:].mean(0)[1] else quad[[2, 3, 0, 1]]


def _warped(image: np.ndarray, corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    frame = np.asarray([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], np.float32)
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), frame)
    out = cv2.warpPerspective(
        image, warp, (WIDE, HIGH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(114, 114, 114)
    )
    return out, warp


def refiner_crop(rng: np.random.Generator, image: np.ndarray, quad: np.ndarray | None, error: float) -> tuple[np.ndarray, np.ndarray]:
    """Crop (144, 96, 3) round a box off by about `error` times a localiser's error, and the corner offsets (8,) that mend it."""
    if quad is None:
        quad = artwork.pose(
            rng,
            np.array([80, 104]) + rng.normal(0, 10, 2),
            WIDE * rng.uniform(0.8, 1.2),
            HIGH * rng.uniform(0.8, 1.1),
            rng.normal(0, 0.5),
            0.0,
        )
    quad = upright(quad)
    wide = (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
    high = (np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    along = quad[1] - quad[0] + quad[2] - quad[3]
    angle = np.arctan2(along[1], along[0]) + rng.normal(0, 0.055 * error)
    wide, high = wide * np.exp(rng.normal(0, 0.06 * error)), high * np.exp(rng.normal(0, 0.06 * error))
    centre = quad.mean(0) + rng.normal(0, 0.04 * error, 2) * [wide, high]
    if rng.random() < UNION:
        longer, wider = 1 + abs(rng.normal(0, 0.3, 2))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        centre = centre + turn @ (rng.uniform(-0.5, 0.5, 2) * [wide * (wider - 1), high * (longer - 1)])
        wide, high = wide * wider, high * longer
    box = artwork.pose(rng, centre, wide * 1.25, high * 1.25, angle, 0.0)
    crop, warp = _warped(image, box)
    target = cv2.perspectiveTransform(quad[None].astype(np.float32), warp)[0] / [WIDE, HIGH]
    return crop, (target - NOMINAL).astype(np.float32).ravel()


def reader_crop(rng: np.random.Generator, image: np.ndarray, quad: np.ndarray, error: float = 0.025) -> np.ndarray:
    """Crop (144, 96, 3) of the card itself, its corners off by about `error` of its width; either way up."""
    return _warped(image, quad + rng.normal(0, error, (4, 2)) * WIDE + rng.normal(0, error * 0.7, (1, 2)) * WIDE)[0]
