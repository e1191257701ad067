"""The board in a real browser: following, tapping, undoing, two tablets, a lost server."""

import os
from pathlib import Path
from typing import Any

import pytest

from table import events as ev
from table.selfplay import script
from tests.e2e.conftest import PHONE, Served
from web.host import Picture, Setup
from web.live import REGIONS

AXE = Path(os.environ.get("AXE_CORE") or Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js")


def board(page: Any, served: Served, path: str = "/") -> Any:
    page.goto(served.url + path)
    page.wait_for_selector("#board")
    return page


def test_a_whole_game_is_followed_live_without_a_reload(page: Any, served: Served) -> None:
    game = script("briscola", 2, seed=5)
    session = served.stand.start(Setup("briscola", game.players, deck=game.deck))
    board(page, served)
    page.evaluate("window.same = true")
    for event in game.events:
        session.append(event)
    page.wait_for_selector(".result")
    assert page.evaluate("window.same") is True
    scores = session.state.scores
    assert [e.inner_text() for e in page.query_selector_all(".score .points")] == [str(s) for s in scores]


def test_cards_come_to_the_table_as_they_are_played(page: Any, briscola: Served) -> None:
    board(page, briscola)
    assert page.inner_text(".now h2") == "Bruno to play"
    assert briscola.stand.session is not None
    briscola.stand.session.append(ev.Play(seat=1, card="3co"))
    page.wait_for_selector('.played.at-n [data-code="3co"]')
    assert page.inner_text(".now h2") == "Anna to play"


def test_an_unread_card_is_filled_by_one_tap(page: Any, briscola: Served) -> None:
    assert briscola.stand.session is not None
    briscola.stand.session.append(ev.Play(seat=1, candidates=(("3co", 0.5), ("Aco", 0.4)), source="camera"))
    board(page, briscola)
    page.click('.guess[data-guess="Aco"]')
    page.wait_for_selector('.played [data-code="Aco"]')
    assert briscola.stand.session.state.hand is not None
    assert briscola.stand.session.state.hand.plays[0].card == "Aco"


def test_a_wrong_card_is_tapped_and_picked_from_the_grid(page: Any, briscola: Served) -> None:
    assert briscola.stand.session is not None
    briscola.stand.session.append(ev.Play(seat=1, card="3co", source="camera"))
    board(page, briscola)
    page.click('.played [data-fix="3"]')
    page.click('#picker .pick[data-code="Rba"]')
    page.wait_for_selector('.played [data-code="Rba"]')


def test_two_cards_read_the_wrong_way_round_are_exchanged_by_two_taps_and_no_fault_flashes(page: Any, briscola: Served) -> None:
    session = briscola.stand.session
    assert session is not None
    for seat, card in ((1, "3co"), (0, "Aco")):
        session.append(ev.Play(seat=seat, card=card, source="camera"))
    board(page, briscola)
    watch = "new MutationObserver(() => { if ($('[data-fault]')) window.flashed = true; })"
    page.evaluate(watch + ".observe(document.body, { subtree: true, childList: true })")
    page.click('.last [data-fix="3"]')
    page.click('#picker .pick[data-code="Aco"]')
    page.wait_for_selector("#exchange[open]")
    page.click("#exchange [data-both]")
    page.wait_for_selector('.last [data-fix="3"][data-code="Aco"]')
    assert session.state.hand is not None
    assert [p.card for p in session.state.hand.tricks[0].plays] == ["Aco", "3co"]
    assert page.evaluate("window.flashed") is None
    page.click("[data-undo]")
    page.wait_for_selector('.last [data-fix="3"][data-code="3co"]')
    assert [p.card for p in session.state.hand.tricks[0].plays] == ["3co", "Aco"]


def test_a_tap_while_the_server_is_away_says_so_and_changes_nothing(page: Any, briscola: Served) -> None:
    board(page, briscola)
    page.context.set_offline(True)
    page.click('.actions [data-tap-in="1"]')
    page.click('#picker .pick[data-code="4sp"]')
    page.wait_for_selector("#toast.on")
    assert "Nothing was changed" in page.inner_text("#toast")
    page.context.set_offline(False)
    assert briscola.stand.session is not None
    assert briscola.stand.session.seq == 2
    briscola.stand.session.append(ev.Play(seat=1, card="3co"))
    page.wait_for_selector('.played [data-code="3co"]')  # and the stream comes back by itself


def test_back_to_the_board_shows_the_game_as_it_is_now(page: Any, briscola: Served) -> None:
    board(page, briscola)
    page.goto(briscola.url + "/setup")
    assert briscola.stand.session is not None
    briscola.stand.session.append(ev.Play(seat=1, card="3co"))
    page.go_back()
    page.wait_for_selector('.played [data-code="3co"]')


@pytest.mark.parametrize("players", [2, 3, 4])
def test_long_names_push_nothing_off_the_screen(page: Any, served: Served, players: int) -> None:
    names = ("Maximiliane-Konstantina W", "W" * 24, "👩‍👩‍👧‍👦🂡👩‍👩‍👧‍👦🂡👩‍👩‍👧‍👦", "Bartholomäus der Zwölfte")[:players]
    session = served.stand.start(Setup("salisburghese", names))
    session.append(ev.Hand(dealer=0, trump="H"))
    for size in ({"width": 1280, "height": 800}, PHONE):
        page.set_viewport_size(size)
        for path in ("/", "/setup", "/history"):
            page.goto(served.url + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], (path, size)


def test_a_game_can_be_tapped_in_and_undone(page: Any, briscola: Served) -> None:
    briscola.stand.lose_camera()
    board(page, briscola)
    page.wait_for_selector("text=Camera lost")
    page.click('.actions [data-tap-in="1"]')
    page.click('#picker .pick[data-code="4sp"]')
    page.wait_for_selector('.played.at-n [data-code="4sp"]')
    page.click('[data-tap-in="0"]')
    page.click('#picker .pick[data-code="Fsp"]')
    page.wait_for_selector('.last [data-code="Fsp"]')
    page.click("[data-undo]")
    page.wait_for_selector('.played.at-n [data-code="4sp"]')
    assert page.query_selector('.played [data-code="Fsp"]') is None


def test_two_tablets_show_the_same_and_a_late_tap_is_answered_kindly(page: Any, chromium: Any, briscola: Served) -> None:
    other = chromium.new_context(viewport=PHONE, locale="de").new_page()
    board(page, briscola)
    other.goto(briscola.url)
    other.click('.actions [data-tap-in="1"]')
    other.click('#picker .pick[data-code="4sp"]')
    page.wait_for_selector('.played [data-code="4sp"]')
    regions = [tab.evaluate("document.querySelector('#board').dataset.seq") for tab in (page, other)]
    assert regions == ["3", "3"]
    # the other tablet does not hear the stream for a moment, and taps on what it still sees
    other.evaluate("stream.close()")
    assert briscola.stand.session is not None
    briscola.stand.session.append(ev.Play(seat=0, card="Fsp"))
    page.wait_for_selector('.last [data-code="Fsp"]')
    other.evaluate("send({event: 'play', seat: 0, card: '2sp'})")
    other.wait_for_selector("#toast.on")
    assert "Jemand war schneller" in other.inner_text("#toast")
    other.wait_for_selector('.last [data-code="Fsp"]')
    assert briscola.stand.session.seq == 4
    other.context.close()


def test_points_of_a_running_briscola_are_nowhere_in_the_page(page: Any, briscola: Served) -> None:
    assert briscola.stand.session is not None
    for seat, card in ((1, "3co"), (0, "Aco"), (0, "4sp"), (1, "Rsp")):
        briscola.stand.session.append(ev.Play(seat=seat, card=card))
    board(page, briscola)
    shown = page.inner_text("#board")
    assert "21" not in shown
    assert "ace of cups" not in shown
    assert all("21" not in e.inner_text() for e in page.query_selector_all(".score"))


def test_a_fault_is_shown_with_its_pictures_and_dismissed_with_the_card_put_right(page: Any, briscola: Served) -> None:
    from tests.web.stand import JPEG

    board(page, briscola)
    assert briscola.stand.session is not None
    briscola.stand.pictures[3] = [Picture(JPEG, "3co", 3), Picture(JPEG, "Aco", 3)]
    briscola.stand.session.append(ev.Play(seat=0, card="3co", source="camera"))
    page.wait_for_selector('.fault:has-text("Anna played out of turn")')
    assert len(page.query_selector_all(".fault .proof img")) == 2
    page.click("text=It was a misreading")
    page.click('#picker .pick[data-code="7co"]')
    page.wait_for_selector('.played [data-code="7co"]')
    assert page.query_selector(".fault") is None


def test_points_by_hand_wrong_dealer_and_misdeal_from_the_menu(page: Any, served: Served) -> None:
    session = served.stand.start(Setup("bazzica", ("Anna", "Bruno")))
    session.append(ev.Hand(dealer=0))
    board(page, served)
    page.click('.actions [data-dialog="more"]')
    page.click('#more [data-dialog="adjust"]')
    page.click('#adjust .choice:has-text("Bruno")')
    page.fill("#adjust-points", "-20")
    page.click("#adjust .btn.main")
    page.wait_for_selector("text=Bruno: -20 by hand")
    page.click('.actions [data-dialog="more"]')
    page.click('#more [data-dialog="dealer"]')
    page.click('#dealer .choice:has-text("Bruno")')
    page.click("#dealer .btn.main")
    page.wait_for_selector('.nameplate:has-text("Bruno") .d')
    page.click('.actions [data-dialog="more"]')
    page.click('#more [data-dialog="abandon"]')
    page.click("#abandon .btn.main")
    page.wait_for_selector("text=The hand is void. Bruno deals again.")
    assert session.state.next_dealer == 1


def test_the_auction_is_called_by_touch(page: Any, served: Served) -> None:
    session = served.stand.start(Setup("salisburghese", ("Anna", "Bruno", "Carla")))
    session.append(ev.Hand(dealer=0, trump="H"))
    board(page, served)
    assert page.inner_text(".now h2") == "Bruno to call"
    page.click('.actions [data-dialog="bid"]')
    page.fill("#bid-points", "200")
    page.click("#bid .btn.main")
    page.wait_for_selector("text=Carla to call")
    page.click("text=Carla passes")
    page.click("text=Anna passes")
    page.wait_for_selector("text=Bruno shows the monte")
    page.click('.actions [data-dialog="monte"]')
    for code in ("9S", "KD", "JD"):
        page.click(f'#monte .pick[data-code="{code}"]')
    page.click("#monte .btn.main")
    page.click("text=Bruno has laid cards away")
    page.wait_for_selector("text=Bruno plays for 200")
    kinds = [type(e).__name__ for _, e in session.events]
    assert kinds == ["Hand", "Bid", "Pass", "Pass", "Monte", "Bury"]


def test_a_pin_is_asked_for_once(page: Any, briscola: Served) -> None:
    briscola.stand.change("pin", "4711")
    board(page, briscola)
    page.click('.actions [data-tap-in="1"]')
    page.click('#picker .pick[data-code="4sp"]')
    page.fill("#pin-field", "4711")
    page.click("#pin .btn.main")
    page.wait_for_selector('.played [data-code="4sp"]')
    page.click("[data-undo]")
    page.wait_for_selector(".played", state="detached")


def test_a_lost_connection_is_shown_and_comes_back_by_itself(page: Any, briscola: Served) -> None:
    board(page, briscola)
    page.wait_for_function("stream.readyState === 1")
    page.context.set_offline(True)
    page.evaluate("stream.dispatchEvent(new Event('error')); stream.onerror()")
    page.wait_for_selector("#lost:not([hidden])")
    page.context.set_offline(False)
    page.evaluate("follow()")
    page.wait_for_selector("#lost", state="hidden")


def test_another_game_reloads_the_board(page: Any, briscola: Served) -> None:
    board(page, briscola)
    page.wait_for_function("stream.readyState === 1")
    briscola.stand.start(Setup("bazzica", ("Elsa", "Fabio")))
    page.wait_for_selector("text=Elsa")
    assert "Bazzica" in page.title()


def test_language_and_theme_are_remembered(page: Any, briscola: Served) -> None:
    board(page, briscola)
    page.select_option("#language", "it")
    page.wait_for_selector("text=Tocca a Bruno")
    page.click("[data-theme-toggle]")
    assert page.get_attribute("html", "data-theme") == "dark"
    page.reload()
    assert (page.get_attribute("html", "lang"), page.get_attribute("html", "data-theme")) == ("it", "dark")


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (390, 844)])
@pytest.mark.parametrize("path", ["/", "/setup", "/setup/deck", "/setup/camera", "/history", "/admin"])
def test_no_page_is_wider_than_the_screen(page: Any, briscola: Served, path: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(briscola.url + path + "?lang=de")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not there (npm install --no-save axe-core, or AXE_CORE=path of axe.min.js)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/setup", "/setup/deck", "/setup/camera", "/history", "/admin", "/admin/qr"])
def test_pages_have_no_accessibility_violations(page: Any, briscola: Served, path: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(briscola.url + path)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in found] == []


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not there (npm install --no-save axe-core, or AXE_CORE=path of axe.min.js)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("dialog", ["", "more", "adjust", "meld", "rules", "trump", "picker"])
def test_a_busy_board_and_its_dialogs_have_no_accessibility_violations(page: Any, served: Served, dialog: str, scheme: str) -> None:
    session = served.stand.start(Setup("bazzica", ("Anna", "Bruno")))
    for event in (
        ev.Hand(dealer=0), ev.Trump(card="7H"), ev.Play(seat=1, card="KS"), ev.Play(seat=0, card="AS"),
        ev.Meld(seat=0, meld="matrimonio_briscola", cards=("KH", "QH")),
        ev.Play(seat=0, candidates=(("KD", 0.5), ("JD", 0.4))), ev.Play(seat=0, card="9C"),
    ):  # fmt: skip
        session.append(event)
    page.emulate_media(color_scheme=scheme)
    board(page, served)
    if dialog:
        page.evaluate("id => id === 'picker' ? pick({fix: 6, guesses: ['KD']}) : open(document.getElementById(id))", dialog)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in found] == []


def test_the_page_has_all_regions_of_the_stream(page: Any, briscola: Served) -> None:
    board(page, briscola)
    assert {e.get_attribute("data-region") for e in page.query_selector_all("[data-region]")} == set(REGIONS) - {"quick"}
