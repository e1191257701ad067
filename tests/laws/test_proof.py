"""A revoke is reported exactly when every way the cards can lie makes the play illegal: not before, not later, and nothing else ever."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import pytest

from table import events as ev
from table.deck import Deck
from table.faults import Fault
from table.fold import Fold
from table.games.bazzica import Bazzica
from table.games.salisburghese import Salisburghese
from table.selfplay import illegal
from table.state import Setup, State
from tests.laws.worlds import Hands, Worlds, split

NAMES = ("Anna", "Bruno", "Carla", "Dino")


class ShortBazzica(Bazzica):
    """Bazzica with a handful of cards."""

    def __init__(self, size: int) -> None:
        self.size = size

    def hand_size(self, setup: Setup) -> int:
        return self.size


class ShortSalisburghese(Salisburghese):
    """Salisburghese with a handful of cards."""

    DEAL: ClassVar[Mapping[int, tuple[int, int]]] = {3: (3, 3), 4: (2, 2), 2: (4, 2)}


def faces(rng: random.Random, count: int, ranks: Sequence[str]) -> tuple[str, ...]:
    """So many codes of three suits, some suits longer than others."""
    pool = [r + s for s in "HSC" for r in ranks]
    return tuple(sorted(rng.sample(pool, count)))


class Duel:
    """The engine and the brute-force judge fed with the same events, compared after each."""

    def __init__(self, rules: Bazzica | Salisburghese, setup: Setup) -> None:
        self.rules, self.setup = rules, setup
        self.fold = Fold(rules, setup)
        self.seq = 0
        self.worlds: Worlds | None = None
        self.plays: list[int] = []  # seqs of the plays the judge knows
        self.unread: set[int] = set()  # those nobody read: a fault needs a card that was read
        self.log: list[str] = []
        self.reported = 0

    def add(self, event: ev.Event) -> State:
        self.seq += 1
        self.log.append(f"{self.seq} {event}")
        return self.fold.append(self.seq, event)

    def compare(self) -> None:
        assert self.worlds is not None
        expected = {self.plays[i] for i in self.worlds.illegal()} - self.unread
        revokes = [f for f in self.fold.state.faults if f.fault is Fault.REVOKE]
        told = "\n".join(self.log)
        assert {f.seq for f in revokes} == expected, told
        assert all(f.proved_at == self.seq for f in revokes[self.reported :]), told
        self.reported = len(revokes)

    def play(self, event: ev.Play, shown: str | None) -> None:
        """`event` with the true card is laid; the record has `shown`."""
        self.add(replace(event, card=shown))
        self.plays.append(self.seq)
        self.unread |= {self.seq} if shown is None else set()
        assert self.worlds is not None
        self.worlds.play(event.seat, shown)
        self.compare()


def choice(duel: Duel, truth: State, rng: random.Random, wrong: bool) -> ev.Event:
    """The next event by full knowledge; now and then an illegal card."""
    event = duel.rules.choose(truth, rng)
    if wrong and isinstance(event, ev.Play):
        bad = illegal(duel.rules, truth, event.seat)
        if bad and rng.random() < 0.4:
            return replace(event, card=rng.choice(bad))
    return event


def bazzica_worlds(state: State, options: dict[str, object]) -> Worlds:
    """Every way the cards can lie when the talon is gone."""
    hand = state.hands[-1]
    unknown = [n - len(k) for n, k in zip(hand.holding, hand.known, strict=True)]
    pool = tuple(sorted(state.unseen().elements()))
    assert len(pool) == sum(unknown)
    deals = (tuple(tuple(sorted((*h, *k))) for h, k in zip(deal, hand.known, strict=True)) for deal in split(pool, unknown))
    return Worlds("bazzica", state.setup.seats, hand.trump or "", options, deals)


BAZZICA = ((2, "torzato"), (3, "torzato"), (4, "torzato"), (2, "tressette"))


@pytest.mark.parametrize(("players", "profile"), BAZZICA)
def test_bazzica_reports_a_revoke_exactly_when_no_hand_is_left_that_allows_it(players: int, profile: str) -> None:
    assert sum(bazzica_duel(players, profile, seed) for seed in range(20))


def bazzica_duel(players: int, profile: str, seed: int) -> int:
    """A short hand with illegal cards in it; the number of revokes reported."""
    rng = random.Random(f"{players} {profile} {seed}")
    options: dict[str, object] = {
        "profile": profile, "cannot_beat": rng.choice(["follow", "trump"]), "overtrump": rng.choice(["off", "on"]),
    }  # fmt: skip
    size = {2: rng.choice([3, 4, 5]), 3: rng.choice([2, 3]), 4: 2}[players]
    rules = ShortBazzica(size)
    setup = rules.setup(NAMES[:players], options)
    copies = rng.choice([1, 2]) if players == 2 else 2
    talon = players * 2
    count = (players * size + talon) // copies
    if count * copies != players * size + talon:
        copies, count = 1, players * size + talon
    setup = replace(setup, deck=Deck(setup.deck.name, faces(rng, count, ["A", "10", "K", "Q", "J", "9", "8", "7"]), copies))
    duel = Duel(rules, setup)
    deal = rules.dealing(setup, rng)
    true = Fold(rules, setup)
    events = rules.opening(setup, deal, 0, None, rng)
    for i, event in enumerate(events):
        duel.add(event)
        true.append(2 * i + 1, event)
        if i == 0:
            true.append(2 * i + 2, deal)
    place = 100
    hole = rng.random() < 0.3
    while not true.state.hands[-1].done:
        event = choice(duel, true.state, rng, wrong=true.state.hands[-1].talon == 0)
        ready = rules.drawn(duel.fold.state)
        if duel.worlds is None and ready.hands[-1].talon == 0 and isinstance(event, ev.Play):
            duel.worlds = bazzica_worlds(ready, options)
        place += 1
        true.append(place, event)
        if duel.worlds is None or not isinstance(event, ev.Play):
            duel.add(event)
        elif rng.random() < 0.1 and event.card:
            held = list(true.state.hands[-1].hands or ())[event.seat]
            other = rng.choice(held) if held else None
            if other:  # lays another card first and takes it back: all have seen it
                duel.add(ev.Play(seat=event.seat, card=other))
                duel.add(ev.Retract(seq=duel.seq))
                duel.worlds.show(event.seat, [other])
                duel.compare()
            duel.play(event, event.card)
        else:
            unread = hole and rng.random() < 0.3
            hole = hole and not unread
            duel.play(event, None if unread else event.card)
    return duel.reported


def salisburghese_worlds(state: State, deck: Deck, log: list[ev.Event], options: dict[str, object], sizes: tuple[int, int]) -> Worlds:
    """Every way the cards can lie before the first card, from what was said and shown."""
    players, (size, away) = state.setup.seats, sizes
    by = state.hands[-1].own.auction.by
    monte = next(e for e in log if isinstance(e, ev.Monte)).cards
    pool = tuple(sorted((deck.counter() - Counter(monte)).elements()))
    deals = after_exchange(set(split(pool, [size] * players)), monte, by, away, log)
    return Worlds("salisburghese", players, state.hands[-1].trump or "", options, deals)


def after_exchange(deals: set[Hands], monte: tuple[str, ...], by: int, away: int, log: list[ev.Event]) -> set[Hands]:
    """The hands that can come of these deals through monte, request and laying away as recorded."""
    found = deals
    keeping: dict[tuple[str, ...], set[tuple[str, ...]]] = {}  # what can be kept of a hand

    def put(hands: Hands, seat: int, cards: tuple[str, ...]) -> Hands:
        return (*hands[:seat], tuple(sorted(cards)), *hands[seat + 1 :])

    def minus(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
        i = hand.index(card)
        return hand[:i] + hand[i + 1 :]

    for event in log:
        fresh: set[Hands] = set()
        for hands in found:
            if isinstance(event, ev.Monte):
                fresh.add(put(hands, by, hands[by] + monte))
            elif isinstance(event, ev.Ask) and event.giver is not None:
                if event.card in hands[event.giver]:
                    taken = put(hands, event.giver, minus(hands[event.giver], event.card))
                    fresh.add(put(taken, by, (*taken[by], event.card)))
            elif isinstance(event, ev.GiveBack):
                for card in set(hands[by]) if event.card is None else {event.card} & set(hands[by]):
                    given = put(hands, by, minus(hands[by], card))
                    fresh.add(put(given, event.to, (*given[event.to], card)))
            elif isinstance(event, ev.Bury):
                if hands[by] not in keeping:
                    keeping[hands[by]] = {kept for (kept, _) in split(hands[by], [len(hands[by]) - away, away])}
                for kept in keeping[hands[by]]:
                    if event.cards is None or Counter(hands[by]) - Counter(kept) == Counter(event.cards):
                        fresh.add(put(hands, by, kept))
            elif isinstance(event, ev.Honours):
                if not Counter(event.cards) - Counter(hands[event.seat]):
                    fresh.add(hands)
            else:
                fresh.add(hands)
        found = fresh
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_salisburghese_reports_a_revoke_exactly_when_no_hand_is_left_that_allows_it(players: int) -> None:
    assert sum(salisburghese_duel(players, seed) for seed in range(8))


def salisburghese_duel(players: int, seed: int) -> int:
    """A short hand with illegal cards in it; the number of revokes reported."""
    rng = random.Random(f"s {players} {seed}")
    options: dict[str, object] = {
        "beat_when_trumped": rng.choice(["off", "on"]),
        "overtrump_partner": rng.choice(["on", "off"]),
        "request": rng.choice(["on", "off"]),
    }
    rules = ShortSalisburghese()
    setup = rules.setup(NAMES[:players], options)
    size, away = rules.DEAL[players]
    count = (players * size + away) // 2
    setup = replace(setup, deck=Deck(setup.deck.name, faces(rng, count, ["A", "10", "K", "Q", "J", "9"]), 2))
    duel, true = Duel(rules, setup), Fold(rules, setup)
    deal = rules.dealing(setup, rng)
    opening = rules.opening(setup, deal, 0, rng.choice(setup.deck.suits), rng)
    log: list[ev.Event] = []
    for i, event in enumerate(opening):
        duel.add(event)
        true.append(2 * i + 1, event)
        if i == 0:
            true.append(2 * i + 2, deal)
    place, hole = 100, rng.random() < 0.3
    away_unseen, back_unseen = rng.random() < 0.8, rng.random() < 0.8
    while not true.state.hands[-1].done:
        event = choice(duel, true.state, rng, wrong=True)
        place += 1
        true.append(place, event)
        if isinstance(event, ev.Play):
            if duel.worlds is None:
                duel.worlds = salisburghese_worlds(true.state, setup.deck, log, options, (size, away))
            unread = hole and rng.random() < 0.3
            hole = hole and not unread
            duel.play(event, None if unread else event.card)
            continue
        if away_unseen and isinstance(event, ev.Bury):
            event = replace(event, cards=None)
        if back_unseen and isinstance(event, ev.GiveBack):
            event = replace(event, card=None)
        log.append(event)
        duel.add(event)
        if duel.worlds is not None and isinstance(event, ev.Honours):
            duel.worlds.show(event.seat, event.cards or ())
            duel.compare()
    return duel.reported
