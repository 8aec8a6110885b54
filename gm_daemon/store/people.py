"""store: people and their addresses, as the config file names them, and this installation's secrets."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from gm_daemon.core.person import Person
from gm_daemon.store.postgresql import take_turns
from gm_daemon.store.tables import AddressRow, PersonRow, SecretRow

_SECRET_BYTES = 32


async def save_people(session: AsyncSession, people: Iterable[Person]) -> None:
    """Bring the tables in step with the config file; nobody is forgotten, addresses are replaced."""
    people = list(people)
    await take_turns(session)
    await session.execute(delete(AddressRow).where(AddressRow.person_id.in_([person.id for person in people])))
    for person in people:
        await session.merge(PersonRow(id=person.id, name=person.name, zone=str(person.zone)))
    await session.flush()
    for person in people:
        for rank, address in enumerate(person.addresses):
            await session.merge(AddressRow(address=address, person_id=person.id, rank=rank))


async def everybody(session: AsyncSession) -> dict[str, Person]:
    """Return all people who were ever in the config file, by id: a seat may belong to one who no longer is."""
    addresses: dict[str, list[str]] = {}
    for row in await session.scalars(select(AddressRow).order_by(AddressRow.rank)):
        addresses.setdefault(row.person_id, []).append(row.address)
    return {
        row.id: Person(row.id, row.name, tuple(addresses.get(row.id, ())), ZoneInfo(row.zone))
        for row in await session.scalars(select(PersonRow).order_by(PersonRow.id))
        if row.id in addresses
    }


async def person_at(session: AsyncSession, address: str) -> str | None:
    """Return the id of the person with this address (lower case), or None."""
    return await session.scalar(select(AddressRow.person_id).where(AddressRow.address == address))


async def secret(session: AsyncSession, name: str) -> bytes:
    """Return this installation's secret of this name, made on first use: 32 random bytes."""
    await take_turns(session)
    row = await session.get(SecretRow, name)
    if row is None:
        row = SecretRow(name=name, value=secrets.token_bytes(_SECRET_BYTES))
        session.add(row)
        await session.flush()
    return row.value
