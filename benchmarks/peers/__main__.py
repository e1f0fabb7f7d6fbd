"""Measure one peer in this process: `python benchmarks/peers NAME FOLDER PLAN OUT`; run by `recollect bench speed`.

`python benchmarks/peers` alone lists the names. PLAN is the JSON of a `Plan`; the result is written to OUT as JSON.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import logging
import sys
from pathlib import Path

from recollect.evals.speed.contest import Plan, Result, measure
from recollect.providers.embedders.static import StaticEmbedder

PEERS = ("lancedb", "langgraph", "chroma", "mem0")


def main(arguments: list[str]) -> None:
    if not arguments:
        print("\n".join(PEERS))
        return
    name, folder, plan, out = arguments
    logging.disable(logging.WARNING)
    peer = importlib.import_module(f"with_{name}")
    version = importlib.metadata.version(peer.PACKAGE)
    result = Result(system=name, version=f"{peer.PACKAGE} {version}", hybrid=peer.HYBRID, note=peer.NOTE)
    measure(result, peer.open_system, Path(folder), Plan.from_json(plan), StaticEmbedder().embed, Path(out))


if __name__ == "__main__":
    main(sys.argv[1:])
