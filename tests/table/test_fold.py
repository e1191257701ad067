"""The log and its fold: corrections, retractions, cards taken back; the incremental fold is the fold."""

from hypothesis import given, settings
from hypothesis import strategies as st

from table import events as ev
from table.fold import Fold, TakenBack, fold, resolve
from table.games import get
from table.selfplay import script
from tests.table.evenings import log, plays

A, B = plays("1:Aco 0:5sp")


def test_a_correction_replaces_only_the_fields_it_gives() -> None:
    assert resolve(log(A, ev.Correct(seq=1, card="3co"))) == [ev.Play(seat=1, card="3co"), None]
    assert resolve(log(A, ev.Correct(seq=1, seat=0))) == [ev.Play(seat=0, card="Aco"), None]


def test_a_later_correction_wins_over_an_earlier_one() -> None:
    assert resolve(log(A, ev.Correct(seq=1, card="3co"), ev.Correct(seq=1, card="4co")))[0] == ev.Play(seat=1, card="4co")


def test_a_wrong_dealer_is_corrected_on_the_hand() -> None:
    assert resolve(log(ev.Hand(dealer=0), ev.Correct(seq=1, dealer=1)))[0] == ev.Hand(dealer=1)


def test_a_retracted_correction_no_longer_counts() -> None:
    assert resolve(log(A, ev.Correct(seq=1, card="3co"), ev.Retract(seq=2))) == [A, None, None]


def test_undoing_an_undo_lets_the_event_stand_again() -> None:
    undo = ev.Retract(seq=1, why="undo")
    assert resolve(log(A, undo)) == [None, None]
    assert resolve(log(A, undo, ev.Retract(seq=2, why="redo"))) == [A, None, None]
    assert resolve(log(A, undo, ev.Retract(seq=2), ev.Retract(seq=3))) == [None, None, None, None]


def test_only_earlier_events_can_be_reached() -> None:
    assert resolve(log(ev.Correct(seq=2, card="3co"), A, ev.Retract(seq=3), ev.Retract(seq=9))) == [None, A, None, None]


def test_a_card_taken_back_before_the_next_is_laid_is_known_from_then_on() -> None:
    assert resolve(log(A, ev.Retract(seq=1, source="camera"))) == [None, TakenBack(seat=1, card="Aco", source="camera")]


def test_a_card_taken_back_within_three_seconds_counts_even_after_the_next_one() -> None:
    first, second = ev.Play(seat=1, card="Aco", at=10.0), ev.Play(seat=0, card="5sp", at=11.0)
    soon, late = ev.Retract(seq=1, at=12.9), ev.Retract(seq=1, at=13.1)
    assert resolve(log(first, second, soon))[2] == TakenBack(seat=1, card="Aco", at=12.9)
    assert resolve(log(first, second, late))[2] is None


def test_a_misreading_undone_by_hand_shows_nobody_a_card() -> None:
    assert resolve(log(A, ev.Retract(seq=1, source="touch"))) == [None, None]
    assert resolve(log(A, ev.Retract(seq=1, why="undo"))) == [None, None]


def test_a_card_taken_back_is_publicly_known_to_be_in_that_hand() -> None:
    game = get("briscola")
    state = fold(game, game.setup(("a", "b")), log(ev.Hand(dealer=0), ev.Trump(card="4sp"), A, ev.Retract(seq=3)))
    assert (state.hands[0].known, state.hands[0].turn, state.hands[0].plays) == (((), ("Aco",)), 1, ())


def test_the_state_says_the_last_seq_even_of_a_correction() -> None:
    game = get("briscola")
    assert fold(game, game.setup(("a", "b")), log(ev.Hand(dealer=0), A, ev.Correct(seq=2, card="3co"))).seq == 3


CODES = ("Aco", "3de", "4sp", "Rba", "7sp", "2ba")
SEQS = st.integers(0, 40)
SEATS = st.integers(0, 3)
CARDS = st.sampled_from(CODES)
WILD = st.one_of(
    st.builds(ev.Hand, dealer=SEATS),
    st.builds(ev.Trump, card=st.none() | CARDS),
    st.builds(ev.Play, seat=SEATS, card=st.none() | CARDS),
    st.builds(ev.Gather, seat=SEATS),
    st.builds(ev.Swap, seat=SEATS, card=st.none() | CARDS),
    st.builds(ev.Draw, seat=SEATS),
    st.builds(ev.Correct, seq=SEQS, card=st.none() | CARDS, seat=st.none() | SEATS, dealer=st.none() | SEATS),
    st.builds(ev.Retract, seq=SEQS, why=st.sampled_from((None, "undo", "takeback"))),
    st.builds(ev.Claim, seat=SEATS),
    st.builds(ev.Abandon),
    st.builds(ev.Game, dealer=SEATS),
    st.builds(ev.Adjust, seat=SEATS, points=st.integers(-20, 20)),
    st.builds(ev.Accept, seq=SEQS),
    st.builds(ev.Dismiss, seq=SEQS),
    st.builds(ev.Result, winner=SEATS, points=st.integers(0, 30)),
    st.builds(ev.Meld, seat=SEATS, meld=st.just("bazzica"), cards=st.just(("Aco",))),
)


@settings(max_examples=150, deadline=None)  # deadline off: the first example pays for the imports
@given(events=st.lists(WILD, max_size=40), game=st.sampled_from(("briscola", "tricks", "bazzica")), players=st.integers(2, 4))
def test_law_the_incremental_fold_is_the_fold_whatever_happens(events: list[ev.Event], game: str, players: int) -> None:
    rules = get(game)
    players = 2 if game == "bazzica" else players  # the one table at which one deck of 40 plays all three
    setup = rules.setup(("a", "b", "c", "d")[:players], {}, "italian-40")
    steps = Fold(rules, setup)
    for seq, event in log(*events):
        assert steps.append(seq, event) == fold(rules, setup, log(*events)[:seq])


@settings(max_examples=60, deadline=None)  # as above
@given(seed=st.integers(0, 10**6), players=st.sampled_from((2, 3, 4)), swap=st.sampled_from(("off", "both")), data=st.data())
def test_law_undoing_an_event_and_undoing_the_undo_changes_nothing(seed: int, players: int, swap: str, data: st.DataObject) -> None:
    rules, played = get("briscola"), script("briscola", players, {"swap": swap}, seed=seed)
    setup = rules.setup(played.players, played.options)
    events = list(played.events)
    whole = fold(rules, setup, log(*events))
    n = len(events)
    seq = data.draw(st.integers(1, n))
    undone = fold(rules, setup, log(*events, ev.Retract(seq=seq, why="undo")))
    assert undone.hands == fold(rules, setup, [e for e in log(*events) if e[0] != seq]).hands
    again = fold(rules, setup, log(*events, ev.Retract(seq=seq, why="undo"), ev.Retract(seq=n + 1, why="redo")))
    assert (again.hands, again.scores, again.faults) == (whole.hands, whole.scores, whole.faults)


@settings(max_examples=60, deadline=None)  # as above
@given(seed=st.integers(0, 10**6), players=st.sampled_from((2, 3, 4)), deck=st.sampled_from(("italian-40", "french-40")))
def test_law_a_whole_game_has_120_points_no_fault_and_every_card_once(seed: int, players: int, deck: str) -> None:
    rules, played = get("briscola"), script("briscola", players, {"swap": "both"}, deck, seed)
    state = fold(rules, rules.setup(played.players, played.options, deck), log(*played.events))
    assert sum(s or 0 for s in state.scores) == 120
    assert state.faults == ()
    assert sorted(p.card or "" for p in state.hands[0].all_plays()) == sorted(state.setup.deck.pieces())
    assert state.hands[0].done
