"""The same verbs in an asynchronous program, and users who do not see each other."""

import asyncio
from tempfile import TemporaryDirectory

from recollect import AsyncMemory


async def main() -> None:
    with TemporaryDirectory() as folder:
        await meet(f"{folder}/memory.db")


async def meet(store: str) -> None:
    async with AsyncMemory(store) as memory:
        await asyncio.gather(
            memory.add("Ana's locker code is on the blue card", user="ana"),
            memory.add("Bo keeps bees on the roof", user="bo"),
            memory.add("The office is closed on Fridays"),  # no user: shared by all
        )
        for user in ("ana", "bo"):
            hits = await memory.search("locker, bees, office", user=user)
            print(user, "sees:", *(hit.content for hit in hits), sep="\n  ")


asyncio.run(main())
