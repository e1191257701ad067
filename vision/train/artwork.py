"""Card pictures for training: folders of scans as shrinking copies (mips), drawn backs, and pasting on a scene.

A picture is RGBA uint8, its rounded corners transparent. A mip list holds it at 1, 1/2, 1/4, 1/8 size, so that small cards
are not aliased.
"""

from pathlib import Path

import cv2
import numpy as np

Image = np.ndarray
Mips = list[Image]
_HIGH = 300  # pixels of the largest copy


def rounded(wide: int, high: int, radius: int) -> Image:
    """Alpha (high, wide) uint8 of a card with rounded corners."""
    mask = np.zeros((high, wide), np.uint8)
    cv2.rectangle(mask, (radius, 0), (wide - 1 - radius, high - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (wide - 1, high - 1 - radius), 255, -1)
    for x in (radius, wide - 1 - radius):
        for y in (radius, high - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def mips(picture: Image) -> Mips:
    """The picture and its 1/2, 1/4 and 1/8 copies."""
    return [picture] + [cv2.resize(picture, None, fx=f, fy=f, interpolation=cv2.INTER_AREA) for f in (0.5, 0.25, 0.125)]


def prepared(bgra: Image) -> Image:
    """RGBA at 300 px height, corners rounded where the scan has none."""
    if bgra.ndim == 2:
        bgra = cv2.cvtColor(bgra, cv2.COLOR_GRAY2BGR)
    if bgra.shape[2] == 3:
        bgra = np.dstack([bgra, np.full(bgra.shape[:2], 255, np.uint8)])
    scale = _HIGH / bgra.shape[0]
    out = cv2.resize(bgra, (round(bgra.shape[1] * scale), _HIGH), interpolation=cv2.INTER_AREA)
    out = np.ascontiguousarray(out[..., [2, 1, 0, 3]])
    if out[..., 3].min() == 255:
        out[..., 3] = rounded(out.shape[1], out.shape[0], 14)
    return out


def black(picture: Image, red: tuple[int, int, int], dark: tuple[int, int, int]) -> Image:
    """The card of a black pack: paper black, red ink in the colour `red`, other ink in `dark` (gold, silver, white; RGB)."""
    colour = picture[..., :3].astype(np.float32) / 255
    ink = 1 - colour.min(2, keepdims=True)
    reddish = np.clip((colour[..., :1] - colour[..., 1:].max(2, keepdims=True)) * 2.5, 0, 1)
    tint = reddish * np.asarray(red, np.float32) + (1 - reddish) * np.asarray(dark, np.float32)
    return np.dstack([np.clip(18 + ink * (tint - 18), 0, 255).astype(np.uint8), picture[..., 3:]])


def deck(folder: Path) -> dict[str, Mips]:
    """code → mips, of a folder of images named by card code."""
    out = {}
    for path in sorted(folder.iterdir()):
        picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED) if path.suffix in (".webp", ".png", ".jpg") else None
        if picture is not None:
            out[path.stem] = mips(prepared(picture))
    return out


def back(rng: np.random.Generator) -> Image:
    """A card back drawn at random: lattice, stripes, dots, rings or plain, with or without borders and medallion."""
    wide, high = int(rng.integers(145, 215)), _HIGH
    out = np.full((high, wide, 4), 255, np.uint8)
    one = rng.integers(0, 256, 3)
    two = rng.integers(0, 256, 3) if rng.random() < 0.5 else np.full(3, 245)
    yy, xx = np.mgrid[0:high, 0:wide]
    pitch = int(rng.integers(4, 40))
    kind = rng.random()
    if kind < 0.3:
        mask = ((xx + yy) // pitch + (xx - yy) // pitch) % 2
    elif kind < 0.5:
        mask = (xx // pitch + yy // pitch) % 2
    elif kind < 0.65:
        mask = ((xx + yy) % pitch < pitch * 0.3) | ((xx - yy) % pitch < pitch * 0.3)
    elif kind < 0.8:
        mask = np.sin(xx * 6.3 / pitch) + np.sin(yy * 6.3 / pitch) > 0.3
    elif kind < 0.9:
        mask = np.hypot(xx - wide / 2, yy - high / 2) // pitch % 2
    else:
        mask = np.zeros((high, wide))
    if rng.random() < 0.4:  # two tones of nearly one colour, as most printed backs are from a metre away
        two = np.clip(one + rng.normal(0, 25, 3), 0, 255)
    if rng.random() < 0.3:  # a second, finer pattern laid over the first
        fine = int(rng.integers(2, 8))
        mask = np.asarray(mask, float) + (((xx + yy) % fine < 1) | ((xx - yy) % fine < 1))
    out[..., :3] = np.where(mask[..., None] > 0, one, two)
    if rng.random() < 0.3:
        tone = [int(v) for v in rng.integers(0, 256, 3)]
        axes = (int(rng.integers(20, 70)), int(rng.integers(20, 90)))
        cv2.ellipse(out, (wide // 2, high // 2), axes, 0, 0, 360, (*tone, 255), -1)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.3, 0.5, 0.2]))):  # borders, the outermost mostly white
        border = int(rng.integers(4, 26))
        inner = cv2.resize(out, (wide - 2 * border, high - 2 * border))
        out[..., :3] = rng.integers(190, 256) if rng.random() < 0.75 else rng.integers(0, 256, 3)
        out[border : high - border, border : wide - border] = inner
    out[..., 3] = rounded(wide, high, int(rng.integers(6, 20)))
    return out


def paste(
    image: Image,
    card: Mips,
    quad: Image,
    owner: Image | None = None,
    number: int = 0,
    gain: float = 1.0,
    shadow: tuple[float, float, float, float] | None = None,
) -> bool:
    """Warp a card on a float32 RGB image at `quad` (4, 2; clockwise from its own top left), in place.

    owner   (h, w) int16: pixels the card covers get `number`
    shadow  dx, dy, darkness kept (0-1), blur: all pixels; None for no shadow
    Returns False when nothing of it is in the image.
    """
    high, wide = image.shape[:2]
    x0, y0 = np.maximum(np.floor(quad.min(0) - 7).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0) + 7).astype(int), [wide, high])
    if x1 - x0 < 4 or y1 - y0 < 4:
        return False
    ratio = max(np.linalg.norm(quad[1] - quad[2]), np.linalg.norm(quad[0] - quad[1])) / card[0].shape[0]
    level = 0
    while level < len(card) - 1 and ratio < 0.6:
        ratio, level = ratio * 2, level + 1
    picture = card[level]
    h, w = picture.shape[:2]
    frame = np.asarray([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    warp = cv2.getPerspectiveTransform(frame, (quad - [x0, y0]).astype(np.float32))
    out = cv2.warpPerspective(picture, warp, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    alpha = out[..., 3:].astype(np.float32) / 255
    region = image[y0:y1, x0:x1]
    if shadow is not None:
        dx, dy, kept, blur = shadow
        soft = cv2.GaussianBlur(np.roll(alpha[..., 0], (int(dy), int(dx)), (0, 1)), (0, 0), blur)
        region *= (1 - (1 - kept) * soft * (1 - alpha[..., 0]))[..., None]
    region[:] = region * (1 - alpha) + out[..., :3].astype(np.float32) * gain * alpha
    if owner is not None:
        owner[y0:y1, x0:x1][alpha[..., 0] > 0.5] = number
    return True


def pose(rng: np.random.Generator, centre: Image, wide: float, high: float, angle: float, tilt: float = 0.02) -> Image:
    """Corners (4, 2) float32 of a card at `centre`, turned by `angle`, each corner off by about `tilt` card widths."""
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    flat = np.array([[-wide / 2, -high / 2], [wide / 2, -high / 2], [wide / 2, high / 2], [-wide / 2, high / 2]])
    return (flat @ turn.T + centre + rng.normal(0, tilt, (4, 2)) * wide).astype(np.float32)
