"""Self-play and statistics."""

import pytest

from table import events as ev
from table import stats
from table.errors import BadValue, UnknownName
from table.games import GAMES, decks
from table.record import Header, Record
from table.selfplay import evening, script
from tests.table.evenings import NAMES, after, log, plays


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_script_is_a_whole_hand_with_its_deal(players: int) -> None:
    played = script("briscola", players, seed=4, dealer=1)
    assert isinstance(played.events[0], ev.Hand)
    assert played.events[0].dealer == 1
    assert [len(h) for h in played.deal.hands] == [3] * players
    assert played.events[1] == ev.Trump(card=played.deal.talon[-1])
    cards = [e.card for e in played.events if isinstance(e, ev.Play)]
    assert sorted(c or "" for c in cards) == sorted([c for h in played.deal.hands for c in h] + list(played.deal.talon))


def test_every_trick_is_gathered_by_its_winner() -> None:
    events = script("briscola", 2, seed=4).events
    assert sum(isinstance(e, ev.Gather) for e in events) == 20


def test_the_same_seed_is_the_same_hand_and_another_is_not() -> None:
    assert script("briscola", 2, seed=4) == script("briscola", 2, seed=4)
    assert script("briscola", 2, seed=4) != script("briscola", 2, seed=5)


@pytest.mark.parametrize("suit", ["co", "de", "sp", "ba"])
def test_a_suit_of_trumps_can_be_asked_for(suit: str) -> None:
    assert script("briscola", 2, seed=4, trump=suit).events[1].card[-2:] == suit  # type: ignore[attr-defined]  # a Trump


def test_a_wrong_wish_is_refused_in_one_sentence() -> None:
    with pytest.raises(BadValue, match="There is no suit H in the deck italian-40"):
        script("briscola", 2, trump="H")
    with pytest.raises(BadValue, match="not by 7"):
        script("briscola", 7)
    with pytest.raises(UnknownName, match="did you mean 'briscola'"):
        script("brisola", 2)


def test_an_evening_passes_the_deal_on() -> None:
    assert [s.dealer for s in evening("briscola", 3, hands=4)] == [0, 1, 2, 0]


def test_every_game_plays_itself_with_every_deck_and_number_of_players_and_no_fault() -> None:
    for row in decks.TABLE:
        for players in row.players:
            if row.game in GAMES:
                played = script(row.game, players, deck=row.deck, seed=11)
                state = after(row.game, players, *played.events, deck=row.deck)
                assert state.faults == (), row
                assert state.hands[0].done, row


def test_statistics_of_a_game() -> None:
    opening = (ev.Hand(dealer=0, at=1.0), ev.Trump(card="4sp"))
    events = (*opening, *plays("0:Aco 1:?"), ev.Correct(seq=4, card="3co"), ev.Claim(seat=0, at=61.0))
    found = stats.game(Record(Header("briscola", NAMES[:2], {}, 0, "italian-40"), tuple(log(*events))))
    assert (found.hands, found.scores, found.winners, found.seconds) == (1, (120, 0), (0,), 60.0)
    assert (found.cards, found.unread, found.corrected, found.faults) == (2, 0, 1, 1)


def test_statistics_of_players_count_finished_games_only_and_a_pair_wins_together() -> None:
    pair = (ev.Hand(dealer=0), ev.Trump(card="4sp"), ev.Claim(seat=1))
    games = [
        stats.game(Record(Header("briscola", NAMES, {}, 0, "italian-40"), tuple(log(*pair)))),
        stats.game(Record(Header("briscola", NAMES[:2], {}, 0, "italian-40"), tuple(log(*pair[:2])))),
    ]
    rows = [(p.name, p.played, p.won, p.drawn, p.won_share) for p in stats.players(games)]
    assert rows == [("Bruno", 1, 1, 0, 1.0), ("Dino", 1, 1, 0, 1.0), ("Anna", 1, 0, 0, 0.0), ("Carla", 1, 0, 0, 0.0)]
