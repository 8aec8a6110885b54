"""flow: letters in over IMAP, letters out over SMTP, with a real database file in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_daemon.config import load
from gm_daemon.demo.servers import EmbeddedServers
from gm_daemon.store import games
from gm_daemon.store.letters import Arrival, keep
from tests.flow.house import POWERS, Table, body, config_text, reply_to, running_house, table

SHORT = "3s"


async def everybody_final(seated: Table, text: str = "FINAL ORDERS", *, but: str = "") -> None:
    for power in POWERS:
        if power != but:
            await seated.send(power.lower(), f"A {'LVP' if power == 'England' else HOMES[power]} hold\n{text}")


HOMES = {"Austria": "VIE", "France": "PAR", "Germany": "MUN", "Italy": "ROM", "Russia": "MOS", "Turkey": "CON"}


@pytest.mark.rule(id="C.4(a)")
async def test_a_phase_ends_early_when_all_are_final(tmp_path: Path) -> None:
    async with table(tmp_path) as seated:
        opening = await seated.answer("france", 1)
        await everybody_final(seated, but="France")
        await seated.send("france", "A Par - Bur & Fleet Brest to the Channel\nFINAL ORDERS", to=reply_to(opening))
        await seated.answer("france", 3)
        # Results are more urgent than receipts, so they may come first.
        receipt, results = sorted(seated.mails_to("france")[1:], key=lambda mail: "results" in mail["Subject"])

        assert "You play France".lower() in body(opening).lower()
        assert "Army Paris moves to Burgundy" in body(receipt)
        assert receipt["In-Reply-To"] == "<7.france@players.example.org>"
        assert "the phase ended early (C.4(a))" in body(results)
        assert results["Subject"] == "[G1] Spring 1901: results; next: Fall 1901"
        # The threads of a phase hold together: the receipt and the opening refer to the same root.
        assert receipt["References"].split()[0] == opening["References"]
        for power in POWERS:
            await seated.answer(power.lower(), 3)

            assert any("| A PAR - BUR" in body(mail) for mail in seated.mails_to(power.lower())[1:])


@pytest.mark.rule(id="C.4(b)")
async def test_a_later_set_takes_final_back(tmp_path: Path) -> None:
    async with table(tmp_path) as seated:
        await seated.send("turkey", "A CON - BUL\nFINAL ORDERS")
        await seated.answer("turkey", 2)
        await seated.send("turkey", "A CON - BUL\nA SMY - CON")
        await seated.answer("turkey", 3)
        await everybody_final(seated, but="Turkey")
        await seated.answer("austria", 2)
        await seated.send("turkey", "STATUS")
        status = await seated.answer("turkey", 4)

        assert "Spring 1901" in status["Subject"]
        assert "Your set 2 still stands" in body(status)

        await seated.send("turkey", "FINAL ORDERS")
        results = await seated.answer("turkey", 6)

        assert "| A SMY - CON" in body(results)


@pytest.mark.rule(id="C.3")
async def test_a_deadline_passes(tmp_path: Path) -> None:
    async with table(tmp_path, s1901=SHORT) as seated:
        await seated.send("italy", "F NAP - ION")
        results = await seated.answer("italy", 3)

        assert "the deadline has passed" in body(results)
        assert "| F NAP - ION" in body(results)
        # D.1: who sent nothing holds.
        assert "| A MUN H" in body(results)


async def test_a_restart_sends_nothing_twice_and_loses_nothing(tmp_path: Path) -> None:
    async with EmbeddedServers() as servers:
        file = tmp_path / "config.toml"
        file.write_text(config_text(servers), "utf-8")
        settings = load(file)
        async with running_house(settings, servers) as seated:
            await seated.send("france", "A PAR - BUR")
            await seated.answer("france", 2)
            await seated.answer("turkey", 1)
        # This one arrives while nobody is at work.
        await seated.send("italy", "F NAP - ION")
        async with running_house(settings, servers, fresh=False) as seated:
            await seated.answer("italy", 2)
            await seated.until(lambda: len(servers.delivered) >= 9)
        messages = [mail.raw for mail in servers.delivered]

    assert len(messages) == len(set(messages)) == 9


async def test_a_letter_that_was_stored_before_a_crash_is_read_after_it(tmp_path: Path) -> None:
    """The raw bytes are in the store, the daemon died before it dealt with them, and the mail is still in the inbox."""
    async with EmbeddedServers() as servers:
        file = tmp_path / "config.toml"
        file.write_text(config_text(servers), "utf-8")
        settings = load(file)
        async with running_house(settings, servers) as seated:
            await seated.answer("italy", 1)
            house = seated.house
        await seated.send("italy", "F NAP - ION")
        (received,) = servers.received
        async with running_house(settings, servers, fresh=False) as seated:
            house = seated.house
            async with house.store.transaction() as session:
                await keep(session, [Arrival("INBOX", 99, 1, received.arrived, received.raw, truncated=False)])
            await seated.answer("italy", 2)
            await seated.send("italy", "STATUS")
            await seated.answer("italy", 3)

            assert len(seated.mails_to("italy")) == 3


@pytest.mark.parametrize(
    "robot",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List-Id": "<players.example.org>"},
    ],
)
async def test_robots_get_no_answer_and_do_not_act(tmp_path: Path, robot: dict[str, str]) -> None:
    async with table(tmp_path) as seated:
        await seated.answer("italy", 1)
        await seated.send("italy", "F NAP - ION\nFINAL ORDERS", headers=robot)
        await seated.send("italy", "STATUS")
        answer = await seated.answer("italy", 2)

        assert "You have no orders on file" in body(answer)


async def test_the_same_mail_twice_acts_and_is_answered_once(tmp_path: Path) -> None:
    async with table(tmp_path) as seated:
        await seated.answer("italy", 1)
        same = {"Message-ID": "<same@players.example.org>"}
        await seated.send("italy", "F NAP - ION", headers=same)
        await seated.send("italy", "F NAP - ION", headers=same)
        await seated.send("italy", "F NAP - TYS", headers=same)
        answers = [await seated.answer("italy", number) for number in (2, 3)]

        # The third has another text under the same Message-ID, so it is another letter.
        assert "set 1 " in body(answers[0])
        assert "set 2 " in body(answers[1])


async def test_a_mail_that_nobody_vouches_for_does_not_count(tmp_path: Path) -> None:
    """The registered address is told, by a mail whose Reply-To proves who answers."""
    async with EmbeddedServers(authserv_id="mx.elsewhere.example") as servers:
        file = tmp_path / "config.toml"
        text = config_text(servers).replace("mx.elsewhere.example", "mx.play.example.org")
        file.write_text(text, "utf-8")
        async with running_house(load(file), servers) as seated:
            await seated.answer("italy", 1)
            await seated.send("italy", "F NAP - ION", subject="my orders")
            question = await seated.answer("italy", 2)

            assert "does not count yet" in question["Subject"]
            assert "my orders" in body(question)

            await seated.send("italy", "F NAP - ION", to=reply_to(question))
            receipt = await seated.answer("italy", 3)

            assert "| F NAP - ION" in body(receipt)


async def test_orders_for_a_stranger_get_no_answer(tmp_path: Path) -> None:
    async with table(tmp_path) as seated:
        await seated.answer("italy", 1)
        await seated.send("eve@elsewhere.example", "A PAR - BUR")
        await seated.send("italy", "STATUS")
        await seated.answer("italy", 2)

        assert seated.mails_to("eve@elsewhere.example") == []


async def test_what_only_the_director_can_decide_is_passed_on(tmp_path: Path) -> None:
    async with table(tmp_path) as seated:
        await seated.send("italy", "RESIGN")
        answer = await seated.answer("italy", 2)
        news = await seated.answer("director@example.org", 1)

        assert "passed it on to the director" in body(answer)
        assert "| RESIGN" in body(news)


async def test_a_mail_that_cannot_be_delivered_is_told_to_the_director(tmp_path: Path) -> None:
    async with EmbeddedServers() as servers:
        servers.refusals["italy@players.example.org"] = "550 5.1.1 no such user"
        file = tmp_path / "config.toml"
        file.write_text(config_text(servers), "utf-8")
        async with running_house(load(file), servers) as seated:
            news = await seated.answer("director@example.org", 1)

            assert "italy@players.example.org cannot be delivered" in news["Subject"]
            assert "no such user" in body(news)


async def test_a_deadline_waits_for_the_mailbox(tmp_path: Path) -> None:
    """The mailbox is away when the deadline comes: the phase waits, the director is told, what came in time counts."""
    async with EmbeddedServers() as servers:
        imap_port, smtp_port = servers.imap_port, servers.smtp_port
        file = tmp_path / "config.toml"
        file.write_text(config_text(servers, s1901=SHORT), "utf-8")
        nobody_there = config_text(servers, s1901=SHORT).replace(f"port = {imap_port}", "port = 9")
        file.write_text(nobody_there, "utf-8")
        async with running_house(load(file), servers) as seated:
            await seated.send("italy", "F NAP - ION")
            news = await seated.answer("director@example.org", 1)

            assert "A deadline waits for the mailbox" in news["Subject"]
            assert smtp_port == servers.smtp_port
            async with seated.house.store.transaction() as session:
                game = await games.game_named(session, "G1")
            assert game is not None
            assert game.state["position"]["phase"] == "S1901M"

        file.write_text(config_text(servers, s1901=SHORT), "utf-8")
        async with running_house(load(file), servers, fresh=False) as seated:
            results = await seated.answer("italy", 3)

            assert "| F NAP - ION" in body(results)


async def test_a_lost_connection_is_made_again(tmp_path: Path) -> None:
    async with table(tmp_path) as seated:
        await seated.send("italy", "F NAP - ION")
        await seated.answer("italy", 2)
        await seated.servers.drop_connections()
        await seated.send("italy", "F NAP - TYS")
        receipt = await seated.answer("italy", 3)

        assert "| F NAP - TYS" in body(receipt)
