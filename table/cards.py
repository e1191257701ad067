"""Card codes: rank + suit, plain strings, as in RULES.md.

French `AS 10D QC`, Italian `Aco 3de Rsp`, German `Acu 10gh Kfo Oca`. `WELI` and `JOKER` are codes without a suit.
"""

from table.errors import BadValue

FRENCH = ("C", "D", "H", "S")
ITALIAN = ("co", "de", "sp", "ba")
GERMAN = ("cu", "gh", "fo", "ca")
SUITS = FRENCH + ITALIAN + GERMAN
LONE = ("WELI", "JOKER")
RANKS = {
    "french": ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"),
    "italian": ("A", "2", "3", "4", "5", "6", "7", "F", "C", "R"),
    "german": ("A", "K", "O", "U", "10", "9", "8", "7", "6", "5", "4", "3", "2"),
}

# German suits stand for French ones (RULES.md): cuori=H, ghiande=C, foglie=S, campanelle=D, Ober=Q, Unter=J.
FRENCH_SUIT = {"cu": "H", "gh": "C", "fo": "S", "ca": "D"}
GERMAN_SUIT = {french: german for german, french in FRENCH_SUIT.items()}
_FRENCH_RANK = {"O": "Q", "U": "J"}


def suit(card: str) -> str:
    """Suit of a card code: `suit("10gh") == "gh"`; "" for WELI and JOKER."""
    if card in LONE:
        return ""
    return card[-2:] if card[-1].islower() else card[-1]


def rank(card: str) -> str:
    """Rank of a card code: `rank("10gh") == "10"`; the code itself for WELI and JOKER."""
    return card[: len(card) - len(suit(card))]


def family(card: str) -> str:
    """The deck family of a card, french, italian or german; "" for WELI and JOKER."""
    return suit_family(suit(card)) if suit(card) else ""


def suit_family(name: str) -> str:
    """Family of a suit; raises BadValue for what is no suit."""
    for kind, suits in (("french", FRENCH), ("italian", ITALIAN), ("german", GERMAN)):
        if name in suits:
            return kind
    raise BadValue(f"{name!r} is no suit; suits are {', '.join(SUITS)}.")


def parse(text: object) -> str:
    """The code in `text` if it is one, else BadValue with a sentence."""
    if isinstance(text, str):
        if text in LONE:
            return text
        if len(text) >= 2 and suit(text) in SUITS and rank(text) in RANKS[suit_family(suit(text))]:
            return text
    raise BadValue(f"{text!r} is no card; a card is rank and suit, like AS, 10D, 3de or Ocu.")


def as_french(card: str) -> str:
    """The French twin of a German card (`Ocu` → `QH`); other cards as they are."""
    s = suit(card)
    return _FRENCH_RANK.get(rank(card), rank(card)) + FRENCH_SUIT[s] if s in FRENCH_SUIT else card
