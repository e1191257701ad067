"""Cards, events, faults and obligations as sentences in the reader's language.

table/ holds codes and English message ids only; here they become words. Every function needs a request (the language is its).
"""

from collections.abc import Iterable, Sequence

from table import cards, checksum
from table import events as ev
from table.faults import Fault, FaultReport, Grade, Why
from table.options import Option, Value
from table.verdict import Must
from web.languages import gettext, ngettext

Names = Sequence[str]


def _mark(text: str) -> str:
    """Marks a message id for extraction; translated where it is used."""
    return text


RANKS = {
    "french": {"A": _mark("ace"), "J": _mark("jack"), "Q": _mark("queen"), "K": _mark("king")},
    "italian": {"A": _mark("ace"), "F": _mark("knave"), "C": _mark("knight"), "R": _mark("king")},
    "german": {"A": _mark("ace"), "U": _mark("unter"), "O": _mark("ober"), "K": _mark("king")},
}
NUMBERS = {
    "2": _mark("two"), "3": _mark("three"), "4": _mark("four"), "5": _mark("five"), "6": _mark("six"),
    "7": _mark("seven"), "8": _mark("eight"), "9": _mark("nine"), "10": _mark("ten"),
}  # fmt: skip
SUITS = {
    "H": _mark("hearts"), "D": _mark("diamonds"), "S": _mark("spades"), "C": _mark("clubs"),
    "co": _mark("cups"), "de": _mark("coins"), "sp": _mark("swords"), "ba": _mark("batons"),
    "cu": _mark("hearts"), "gh": _mark("acorns"), "fo": _mark("leaves"), "ca": _mark("bells"),
}  # fmt: skip
GAMES = {
    "briscola": _mark("Briscola"), "bazzica": _mark("Bazzica"),
    "salisburghese": _mark("Bazzica salisburghese"), "tricks": _mark("Only tricks"),
}  # fmt: skip
MELDS = {
    "bazzica": _mark("bazzica"), "bazzica_doppia": _mark("double bazzica"), "matrimonio": _mark("marriage"),
    "matrimonio_briscola": _mark("marriage of trumps"), "quinta_minore": _mark("lesser quint"), "quinta_maggiore": _mark("greater quint"),
    "quattro_A": _mark("four aces"), "quattro_K": _mark("four kings"), "quattro_Q": _mark("four queens"),
    "quattro_J": _mark("four jacks"), "quattro_10": _mark("four tens"),
    "binokel": _mark("binokel"), "gran_binokel": _mark("grand binokel"), "famiglia": _mark("family"),
    "famiglia_briscola": _mark("family of trumps"), "famiglia_doppia": _mark("double family"), "nove_briscola": _mark("nine of trumps"),
    "re_dama": _mark("king and queen"), "re_dama_briscola": _mark("king and queen of trumps"),
    "otto_A": _mark("eight aces"), "otto_K": _mark("eight kings"), "otto_Q": _mark("eight queens"), "otto_J": _mark("eight jacks"),
}  # fmt: skip
# the words of the game by the text where its players say otherwise (RULES: tressette)
TRESSETTE = {
    "matrimonio": _mark("marianna"), "matrimonio_briscola": _mark("marianna of trumps"),
    "quinta_minore": _mark("lesser scala"), "quinta_maggiore": _mark("greater scala"),
}  # fmt: skip
FAULTS = {
    Fault.OUT_OF_TURN: (_mark("%(name)s played out of turn"), _mark("It was somebody else's turn.")),
    Fault.TWO_CARDS: (_mark("%(name)s laid two cards"), _mark("One trick, one card from each.")),
    Fault.COPY_TOO_MANY: (_mark("One %(card)s too many"), _mark("More of this card were played than the deck holds.")),
    Fault.MISSING_CARD: (_mark("A card is missing"), _mark("The hand ended and not every card was seen.")),
    Fault.WRONG_GATHERER: (_mark("%(name)s took a trick that was not theirs"), _mark("Another player had won it.")),
    Fault.MELD_TIME: (
        _mark("%(name)s declared out of time"),
        _mark("A combination is declared after winning a trick, one at a time, before drawing."),
    ),
    Fault.MELD_CLASS: (_mark("%(name)s may not declare this"), _mark("The cards have already served, or do not make this combination.")),
    Fault.MELD_NOT_HELD: (_mark("%(name)s declared cards not held"), _mark("A card of the combination had already been seen elsewhere.")),
    Fault.SWAP: (_mark("%(name)s may not swap"), _mark("The card is swapped only at its time and while the turned card is there.")),
    Fault.MONTE: (_mark("The monte is not right"), _mark("Too many or too few cards were laid away or given back.")),
    Fault.CALL: (_mark("%(name)s called out of order"), _mark("Each call must be higher than the last, in turn.")),
    Fault.ASK_DENIED: (_mark("%(name)s held the card that was asked for"), _mark("Asked for, denied, and played later.")),
    Fault.REVOKE: (_mark("%(name)s revoked"), _mark("Another card had to be played.")),
}
REVOKES = {
    Why.MUST_FOLLOW: (_mark("%(name)s did not follow suit"), _mark("There was a card of the suit led in that hand.")),
    Why.MUST_BEAT: (_mark("%(name)s did not beat the trick"), _mark("There was a higher card of the suit in that hand.")),
    Why.MUST_TRUMP: (_mark("%(name)s did not trump"), _mark("There was a trump in that hand.")),
    Why.MUST_OVERTRUMP: (_mark("%(name)s did not overtrump"), _mark("There was a higher trump in that hand.")),
}
# the same where it is known who should have
DUE = {Fault.OUT_OF_TURN: _mark("It was the turn of %(name)s."), Fault.WRONG_GATHERER: _mark("%(name)s had won it.")}
GRADES = {Grade.CERTAIN: _mark("certain"), Grade.PROVED: _mark("proved")}
# what table/ says by message id, listed here so that the catalogues hold it (a test compares)
SPOKEN = (
    _mark("Last hand: no talking."),
    _mark("Last hand: partners show each other their cards."),
    _mark("Last hand: you may look through your own pile."),
    _mark("Any card may be played."),
    _mark("must follow {suit}; else any card"),
    _mark("must follow {suit}; else trump"),
    _mark("must follow {suit} and beat the {rank}; else any card"),
    _mark("must follow {suit} and beat the {rank}; else trump"),
    _mark("must follow {suit} and beat the {rank}; else trump; else follow"),
    _mark("must follow {suit} and beat the {rank}; else overtrump; else any card"),
    _mark("must follow {suit}; else beat the trump {rank}; else trump"),
    _mark("must follow {suit}; else beat the trump {rank}; else any card"),
)
# what a camera answers when it is told to hold its picture (`deploy.lens`)
HELD = (
    _mark("Held"), _mark("Let go"), _mark("exposure"), _mark("white balance"), _mark("focus"),
    _mark("This source has nothing to hold."), _mark("The camera holds nothing by itself; keep the light steady."),
)  # fmt: skip
SIGNALS = (
    _mark("Ace of trumps: tighten the lips."),
    _mark("Three of trumps: twist the mouth sideways."),
    _mark("King of trumps: look up."),
    _mark("Knight of trumps: lift a shoulder."),
    _mark("Small trumps: rub thumb and forefinger."),
    _mark("No trumps: screw up the eyes."),
)


def rank(name: str, family: str = "french") -> str:
    """A rank in words: `rank("Q")` → queen."""
    known = RANKS.get(family or "french", {}) | NUMBERS
    return gettext(known[name]) if name in known else name


def suit(name: str) -> str:
    """A suit in words."""
    return gettext(SUITS[name]) if name in SUITS else name


def card(code: str | None) -> str:
    """A card in words: `card("AS")` → ace of spades; None: an unread card."""
    if code is None:
        return gettext("an unread card")
    if not (s := cards.suit(code)):
        return "Weli" if code == "WELI" else gettext("joker")
    return gettext("%(rank)s of %(suit)s", rank=rank(cards.rank(code), cards.family(code)), suit=suit(s))


def capital(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]


def several(codes: Iterable[str]) -> str:
    """Cards in words, with commas."""
    return ", ".join(card(c) for c in codes)


def deck(name: str) -> str:
    """A composition in words: `french-32x2` → French suits, 32 cards x 2; a name that is none as it is."""
    plain, _, copies = name.partition("x")
    family, _, count = plain.partition("-")
    kinds = {"french": gettext("French suits"), "italian": gettext("Italian suits"), "salzburg": gettext("German suits")}
    if family not in kinds:
        return name
    return gettext("%(family)s, %(count)s cards", family=kinds[family], count=count) + (" x " + copies if copies else "")


def check(failed: checksum.Checksum) -> list[str]:
    """What does not add up at a hand's end, a sentence each."""
    found = []
    if failed.counted is not None and failed.counted != failed.expected:
        found.append(gettext("%(counted)s points were counted; there are %(expected)s.", counted=failed.counted, expected=failed.expected))
    if failed.missing:
        found.append(gettext("Nobody was seen to play: %(cards)s.", cards=several(failed.missing)))
    if failed.extra:
        found.append(gettext("Too often: %(cards)s.", cards=several(failed.extra)))
    return found


def game(name: str) -> str:
    """A game's name."""
    return gettext(GAMES[name]) if name in GAMES else name


def meld(name: str, profile: str = "") -> str:
    """A combination's or honour's name, in the words of the profile played."""
    known = MELDS | (TRESSETTE if profile == "tressette" else {})
    return gettext(known[name]) if name in known else name


def option(o: Option) -> tuple[str, str]:
    """Label and help of an option."""
    return capital(gettext(o.name.replace("_", " "))), gettext(o.help)


def value(v: Value | object) -> str:
    """The value of an option in words; numbers as they are."""
    text = str(v)
    plain = text.lstrip("-").isdigit() or "+" in text
    if cards.suit(text) in cards.ITALIAN and len(text) == 3:
        return card(text)
    return text if plain else gettext(text.replace("_", " "))


def must(duty: Must) -> str:
    """What the player has to do, in words."""
    if not duty.text:
        return ""
    words = {}
    for name, code in duty.args:
        if name in ("suit", "trump") and code in SUITS:
            words[name] = suit(code)
        elif name == "card":
            words[name] = card(code)
        else:
            words[name] = rank(
                code, "french" if code in RANKS["french"] or code in NUMBERS else "italian" if code in RANKS["italian"] else "german"
            )
    text = gettext(duty.text)
    for name, word in words.items():
        text = text.replace("{" + name + "}", word)
    return capital(text)


def fault(report: FaultReport, names: Names, code: str | None) -> tuple[str, str]:
    """Title and explanation of a fault; `code` the card at fault where there is one."""
    pair = REVOKES.get(report.why) if report.why is not None else None
    title, text = pair or FAULTS[report.fault]
    name = names[report.seat] if report.seat is not None else gettext("Somebody")
    words = gettext(text)
    if report.due is not None and report.fault in DUE:
        words = gettext(DUE[report.fault]) % {"name": names[report.due]}
    if report.fault is Fault.REVOKE and code:
        words = gettext("The %(card)s was played.", card=card(code)) + " " + words
    return gettext(title) % {"name": name, "card": card(code)}, words


def _points(n: int) -> str:
    return ngettext("%(num)s point", "%(num)s points", n)


def event(e: ev.Event, names: Names, profile: str = "") -> str:
    """One event as a sentence; "" for what nobody needs to read."""
    who = names[s] if isinstance(s := getattr(e, "seat", None), int) and s < len(names) else ""
    match e:
        case ev.Hand():
            return gettext("%(name)s deals", name=names[e.dealer])
        case ev.Trump(card=None):
            return gettext("Trump: %(what)s", what=suit(e.suit or ""))
        case ev.Trump():
            return gettext("Turned up: %(card)s", card=card(e.card))
        case ev.Play():
            return gettext("%(name)s: %(card)s", name=who, card=card(e.card))
        case ev.Gather():
            return gettext("%(name)s takes the trick", name=who)
        case ev.Meld():
            return gettext("%(name)s declares %(what)s", name=who, what=meld(e.meld, profile))
        case ev.Swap():
            return gettext("%(name)s swaps for the turned card", name=who)
        case ev.Bid():
            return gettext("%(name)s calls %(points)s", name=who, points=e.points)
        case ev.Pass():
            return gettext("%(name)s passes", name=who)
        case ev.Monte():
            return gettext("The monte: %(cards)s", cards=several(e.cards))
        case ev.Bury():
            return gettext("%(name)s lays cards away", name=who)
        case ev.Ask(giver=None):
            return gettext("%(name)s asks for the %(card)s; nobody has it", name=who, card=card(e.card))
        case ev.Ask():
            return gettext("%(name)s asks for the %(card)s; %(giver)s gives it", name=who, card=card(e.card), giver=names[e.giver or 0])
        case ev.GiveBack():
            return gettext("%(name)s gives a card back to %(other)s", name=who, other=names[e.to])
        case ev.Honours():
            what = _points(e.points) if e.points is not None else several(e.cards or ())
            return gettext("%(name)s shows honours: %(what)s", name=who, what=what)
        case ev.Cappotto():
            return gettext("%(name)s announces cappotto", name=who)
        case ev.Adjust():
            points = f"{e.points:+d}"
            return (
                gettext("%(name)s: %(points)s by hand (%(why)s)", name=who, points=points, why=e.why)
                if e.why
                else gettext("%(name)s: %(points)s by hand", name=who, points=points)
            )
        case ev.Claim():
            return gettext("%(name)s claims the rest", name=who)
        case ev.Abandon():
            return gettext("The hand is void")
        case ev.Game():
            return gettext("Next game; %(name)s deals", name=names[e.dealer])
        case ev.Result():
            return gettext("%(name)s wins the trick: %(points)s", name=names[e.winner], points=_points(e.points))
        case _:
            return ""
