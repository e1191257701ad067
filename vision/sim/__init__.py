"""The simulated table: a script of events becomes frames as a camera over a real table would give them, with the truth of each."""

from vision.sim.art import load_art, sim_pack_art
from vision.sim.simulated import SimulatedFrame, SimulatedTable, art_for, labelled, picture, stills

__all__ = ["SimulatedFrame", "SimulatedTable", "art_for", "labelled", "load_art", "picture", "sim_pack_art", "stills"]
