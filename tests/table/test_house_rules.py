"""House rules: every option RULES.md names is there, and the value it names first is the default."""

import pytest

from table.games import GAMES

RULES = {
    "briscola": {
        "direction": "counterclockwise clockwise", "stake": "none prize per_point", "dropped_two": "2co 2de 2sp 2ba",
        "show_points": "at_end live", "stop_at_61": "off on", "silence": "off on", "show_partner": "off on", "look_at_pile": "off on",
        "swap": "off two seven both", "signals": "on off",
    },
    "bazzica": {
        "direction": "counterclockwise clockwise", "stake": "none prize per_point", "profile": "torzato tressette",
        "swap_when": "own_turn after_trick", "seven_capture": "off on", "cannot_beat": "follow trump", "overtrump": "off on",
        "bazzica_pair": "QD+JS QS+JD", "lower_after_higher": "allowed barred", "new_card": "off on", "end": "hand immediate",
        "quinta_wins": "on off", "four_suits": "any different", "hand_size": "8 6 12 16", "pairs": "off on",
        "revoke_penalty": "warn lose_hand take_back",
    },
    "salisburghese": {
        "direction": "clockwise counterclockwise", "stake": "none prize per_point", "trumps": "lot fixed declarer",
        "two_player_deal": "22+4 15+3", "request": "on off", "nine": "each once", "honours_need_trick": "off on",
        "honours_trick": "own pair", "beat_when_trumped": "off on", "overtrump_partner": "on off", "cappotto_missed": "0 -1000",
        "revoke_penalty": "warn lose_hand take_back",
    },
}  # fmt: skip
NUMBERS = {"briscola": {"match": 1}, "bazzica": {"target": 500}, "salisburghese": {"target": 1500, "bid_min": 1, "bid_step": 1}}


@pytest.mark.parametrize("game", sorted(RULES))
def test_the_options_of_a_game_are_those_of_the_rules(game: str) -> None:
    options = {o.name: o for o in GAMES[game].option_list()}
    assert {n: " ".join(o.values) for n, o in options.items() if o.values} == RULES[game]
    numbers = {n: o.default for n, o in options.items() if not o.values and n not in ("takeback_s", "stake_amount")}
    assert numbers == NUMBERS[game]
    assert options["takeback_s"].default == 3


def test_every_option_says_what_it_is_in_one_sentence() -> None:
    for game in GAMES.values():
        for option in game.option_list():
            assert option.help.endswith(".")
            assert "\n" not in option.help
