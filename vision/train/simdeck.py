"""The simulator's own deck as training pictures, one deck a suit family."""

import numpy as np

from vision.sim import art
from vision.train import artwork


def decks() -> dict[str, dict[str, artwork.Mips]]:
    """ "sim_french" | "sim_italian" | "sim_german" → code → mips."""
    return {
        f"sim_{family}": {code: artwork.mips(artwork.prepared(np.asarray(picture))) for code, picture in art.sim_pack_art(family).items()}
        for family in ("french", "italian", "german")
    }
