"""Proof of a revoke by what is held and by counting: a hand in which the play was legal must not be left."""

from collections import Counter
from dataclasses import replace

import pytest

from table.faults import Why
from table.games.bazzica import phase_two
from table.games.salisburghese import duty
from table.proof import Owed, Proof, Whereabouts, proof


def laid(card: str, on: str = "KH", unread: int = 0, doubts: int = 0) -> Owed:
    """Seat 1 lays `card` on a lead, trumps spades, torzato."""
    return Owed(1, 1, card, (("", phase_two("torzato", [(0, on)], "S")),), unread=unread, doubts=doubts)


def loose(cards: str) -> Whereabouts:
    return Whereabouts(Counter(cards.split()))


def prove(play: Owed, held: list[str], unknown: int, *ways: Whereabouts, doubtful: tuple[str, ...] = ()) -> Proof | None:
    return proof(play, held, unknown, ways, doubtful)


@pytest.mark.parametrize(
    ("card", "held", "why"),
    [
        ("7C", "8H", Why.MUST_FOLLOW),
        ("7C", "AH", Why.MUST_FOLLOW),
        ("7H", "AH", Why.MUST_BEAT),
        ("7C", "7S", Why.MUST_TRUMP),
        ("7C", "7S 8H", Why.MUST_FOLLOW),
        ("7S", "8H", Why.MUST_FOLLOW),
    ],
)
def test_a_card_held_proves_it_and_says_why(card: str, held: str, why: Why) -> None:
    found = prove(laid(card), held.split(), 0, loose(""))
    assert found is not None
    assert found.why is why


@pytest.mark.parametrize(("card", "held"), [("7C", "AC AD"), ("7H", "8H AS"), ("AH", "8H AS"), ("7S", "AS AC")])
def test_a_legal_card_is_never_proved_wrong(card: str, held: str) -> None:
    assert prove(laid(card), held.split(), 0, loose("")) is None


@pytest.mark.parametrize(
    ("unseen", "unknown", "proved"),
    [
        ("8H 9H AC", 1, False),  # the one card may be AC
        ("8H 9H AC", 2, True),  # two of three: a heart among them
        ("8H AS AC AC", 3, True),
        ("8H AS AC AC", 2, False),
        ("8H 8H", 1, True),
    ],
)
def test_counting_proves_it_when_too_few_other_cards_are_left(unseen: str, unknown: int, proved: bool) -> None:
    assert (prove(laid("7C"), [], unknown, loose(unseen)) is not None) is proved


def test_a_heart_or_a_trump_in_any_case_is_proof_too() -> None:
    found = prove(laid("7C"), [], 1, loose("8H AS"))
    assert found == Proof(Why.MUST_FOLLOW)


def test_an_overtrump_is_owed_in_salisburghese_only_by_who_can() -> None:
    play = Owed(1, 2, "9C", (("", duty([(0, "KH"), (1, "QS")], "S", 2, 3)),))
    assert prove(play, ["JS", "9S"], 0, loose("")) is None
    assert prove(play, ["AS"], 0, loose("")) == Proof(Why.MUST_OVERTRUMP, "AS")


def test_an_unread_card_laid_later_is_one_more_place_for_the_others() -> None:
    assert prove(laid("7C", unread=1), [], 0, loose("8H AC")) is None
    assert prove(laid("7C", unread=1), [], 1, loose("8H AC")) is not None  # both were in that hand


def test_a_card_known_to_be_held_may_have_been_the_one_laid_unread() -> None:
    assert prove(laid("7C", doubts=1), [], 0, loose("AC"), doubtful=("8H",)) is None
    assert prove(laid("7C", doubts=1), [], 0, loose("AC"), doubtful=("8H", "9H")) is not None
    assert prove(laid("7C", doubts=1), [], 0, loose("QH"), doubtful=("8H",)) is not None  # then QH is in its place


def test_an_unread_card_on_the_trick_leaves_open_what_was_owed() -> None:
    plays = {c: phase_two("torzato", [(0, "KH"), (1, c)], "S") for c in ("AH", "7S")}
    play = Owed(1, 2, "10H", tuple(plays.items()), hole=1)
    held = ["QH"]  # on the ace neither card beats, on the trump following is enough
    assert prove(play, held, 0, Whereabouts(Counter(["AH", "7S"]), spare=1)) is None
    low = Owed(1, 2, "7C", tuple(plays.items()), hole=1)
    found = prove(low, held, 0, Whereabouts(Counter(["AH", "7S"]), spare=1))
    assert found == Proof(Why.MUST_FOLLOW, "QH")


def test_cards_tied_to_the_declarer_are_with_him_or_laid_away() -> None:
    """The declarer (seat 1) took 8H 9H in sight of all and laid one card away; AC is the only other card unseen; two cards in his hand."""
    where = Whereabouts(Counter(["AC"]), Counter(["8H", "9H"]), declarer=1, buried=1)
    assert prove(laid("7C"), [], 2, where) is not None  # one heart at least stays with him
    roomy = Whereabouts(Counter(["AC", "AD"]), Counter(["8H", "9H"]), declarer=1, buried=2)
    assert prove(laid("7C"), [], 2, roomy) is None  # both may lie away
    other = Owed(1, 0, "7C", laid("7C").readings)
    assert prove(other, [], 1, where) is None  # nobody else can hold them


def test_a_card_given_back_unseen_may_be_one_of_them_or_another() -> None:
    """The declarer (seat 1) took AC in sight of all, laid one card away and gave seat 0 one back; 8H is the only other card unseen."""
    other = Whereabouts(Counter(["8H"]), Counter(["AC"]), declarer=1, giver=0, buried=1)
    the_ace = Whereabouts(Counter(["8H"]), declarer=1, giver=0, given="AC", buried=1)
    play = Owed(1, 0, "7C", laid("7C").readings)
    assert prove(play, [], 1, other, the_ace) is None  # it may be AC that he got
    assert prove(play, [], 1, other) is not None
    assert prove(play, [], 2, other, the_ace) is not None  # one of two is the heart


def test_a_card_given_back_is_with_who_got_it() -> None:
    way = Whereabouts(Counter(["AC", "AD"]), declarer=1, giver=0, given="8H", buried=1)
    assert prove(Owed(1, 0, "7C", laid("7C").readings), [], 2, way) == Proof(Why.MUST_FOLLOW)
    assert prove(Owed(1, 0, "7C", laid("7C").readings, lost=1), [], 2, way) is None  # unless it was the card he laid unread
    assert prove(Owed(1, 2, "7C", laid("7C").readings), [], 2, way) is None


def test_who_holds_nothing_else_laid_the_card_given_back_to_him() -> None:
    """Seat 1 led a card nobody read and has no other that nobody has seen: it was 7S, which he was given."""
    plays = {c: phase_two("torzato", [(1, c)], "S") for c in ("7S", "8C")}
    play = Owed(1, 2, "9C", tuple(plays.items()), hole=1)
    open_ = Whereabouts(Counter(["8C"]), declarer=0, giver=1, given="7S", spare=1)
    assert prove(play, ["8S"], 0, open_) is None  # on 8C the nine of clubs is right
    assert prove(play, ["8S"], 0, replace(open_, full=frozenset({1}))) == Proof(Why.MUST_FOLLOW, "8S")


def test_counting_proves_nothing_where_the_record_does_not_add_up() -> None:
    where = Whereabouts(Counter(["8H"]), sound=False)
    assert prove(laid("7C"), [], 2, where) is None
    assert prove(laid("7C"), ["9H"], 2, where) is not None
    assert prove(laid("7C"), ["9H"], 2, Whereabouts(Counter(["8H"]), possible=False)) is None


@pytest.mark.parametrize(
    ("unseen", "unknown", "slack"),
    [
        ("8H 9H AC", 1, 1),  # AC may fill the one place; once it is seen elsewhere a heart is proved
        ("8H 9H AC", 2, 0),  # proved now
        ("8H AC KC QC 7D", 2, 3),  # four harmless cards for two places: three of them must be seen elsewhere
    ],
)
def test_slack_is_how_many_cards_must_be_seen_elsewhere_before_counting_can_prove_anything(unseen: str, unknown: int, slack: int) -> None:
    play = laid("7C")
    bad = play.readings[0][1].breakers("7C")
    assert loose(unseen).slack(1, bad, unknown) == slack
    harmless = [c for c in unseen.split() if c not in bad]
    for seen in range(len(harmless) + 1):
        left = loose(" ".join([*harmless[seen:], *(c for c in unseen.split() if c in bad)]))
        assert (prove(play, [], unknown, left) is not None) == (seen >= slack)


def test_nobody_can_say_for_a_declarer_who_must_hold_some_of_the_cards_all_saw_him_take() -> None:
    where = Whereabouts(Counter(["AC", "KC"]), Counter(["8H", "9H", "JD", "AD"]), declarer=1, buried=3)
    assert where.slack(1, frozenset({"8H"}), 2) == 0
    assert where.slack(2, frozenset({"8H"}), 2) == 1
