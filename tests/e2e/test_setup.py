"""Opening a game and teaching a deck in a real browser."""

from typing import Any

from tests.e2e.conftest import Served


def test_a_first_game_is_opened_from_the_first_page(page: Any, served: Served) -> None:
    page.goto(served.url)
    page.wait_for_url("**/setup")
    page.click('.choice:has-text("Briscola")')
    page.check('[name=players][value="4"]')
    page.wait_for_selector("#name3")
    for i, name in enumerate(("Anna", "Bruno", "Carla", "Dino")):
        page.fill(f"#name{i}", name)
    page.click(".who:has(#name2) .choice")
    page.click("summary")
    page.select_option("#o-swap", "both")
    page.click(".go .btn")
    page.wait_for_selector("#board")
    assert served.stand.session is not None
    setup = served.stand.session.setup
    assert (setup.players, setup.dealer, setup.options["swap"]) == (("Anna", "Bruno", "Carla", "Dino"), 2, "both")
    assert page.inner_text(".centre .btn") == "Carla deals: begin"
    page.click(".centre .btn")
    page.wait_for_selector("text=Dino to play")


def test_the_dealer_can_be_drawn_by_lot(page: Any, served: Served) -> None:
    page.goto(served.url + "/setup")
    page.fill("#name0", "Anna")
    page.fill("#name1", "Bruno")
    page.click("[data-lot]")
    drawn = page.inner_text("[data-lot-says]")
    assert drawn == ("Anna", "Bruno")[int(page.input_value("[name=dealer]:checked"))]


def test_a_deck_is_taught_row_by_row_and_saved(page: Any, served: Served) -> None:
    page.goto(served.url + "/setup/deck?deck=italian-40")
    for i in range(4):
        row = page.locator(".steps li").nth(i)
        row.locator(".btn.main[data-look]").click()
        row.locator(".seen img").nth(9).wait_for()
        row.locator("[data-keep]").click()
        row.locator("[data-state]:has-text('10/10')").wait_for()
    page.fill("#name", "grandma")
    page.click("[data-save] .btn.main")
    page.wait_for_selector("text=Saved: every card of grandma is known now.")
    assert served.stand.teaching.saved[0].missing == ()


def test_a_row_with_a_gap_says_what_is_wrong(page: Any, served: Served) -> None:
    served.stand.teaching.lying = 9
    page.goto(served.url + "/setup/deck?deck=italian-40")
    page.click(".steps .on .btn.main[data-look]")
    page.wait_for_selector("text=I see 9 cards, the row has 10.")
    assert "Missing at the end of the row: king of cups." in page.inner_text(".steps .on .seen")


def test_the_tables_corners_are_dragged_into_place(page: Any, served: Served) -> None:
    page.goto(served.url + "/setup/camera")
    page.focus('[data-corner="0"]')
    page.keyboard.press("ArrowRight")
    page.click("[data-corners-save]")
    page.wait_for_selector("#toast.on")
    assert [round(v, 2) for v in served.stand.control.points[0]] == [0.05, 0.04]


def test_names_typed_are_kept_when_the_number_of_players_is_changed(page: Any, served: Served) -> None:
    page.goto(served.url + "/setup?game=briscola")
    page.fill("#name0", "Ada")
    page.check("[name=players][value='4']", force=True)
    page.wait_for_selector("#name3")
    assert page.input_value("#name0") == "Ada"
