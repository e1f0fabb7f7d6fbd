"""A store with a key: nothing readable on the disk, and a clear answer when key and file do not fit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from recollect import Memory
from recollect.errors import ConfigError, MissingExtra, WrongKey
from tests import encrypted_build
from tests.services import ServiceMissing, services_required

MARK = "zyqquvexil"
RAW = "0f" * 32
PHRASE = "correct horse battery's staple"
OPEN = (
    """
import sys
from pathlib import Path
from recollect import Memory, errors
folder = Path(sys.argv[1])
def opened(key=None, name="memory.db", **settings):
    return Memory(folder / name, config_file=folder / "none.toml", worker="off", encryption_key=key, **settings)
def code(call):
    try:
        call()
    except errors.RecollectError as error:
        return error.code
    return "fine"
def held(end="*"):
    return sorted(p.name for p in folder.glob("*.db" + end) if b"MARK" in p.read_bytes())
RAW, PHRASE = "RAW_KEY", "PASS_PHRASE"
""".replace("MARK", MARK)
    .replace("RAW_KEY", RAW)
    .replace("PASS_PHRASE", PHRASE)
)


@pytest.fixture(scope="module")
def encrypting() -> Callable[..., str]:
    """Runs a script with the encrypting build. Where it cannot be had: a skip, or a failure where services are
    required."""
    try:
        encrypted_build.folder()
    except ServiceMissing as missing:
        if services_required():
            pytest.fail(
                f"the encrypting SQLite is required here (RECOLLECT_REQUIRE_SERVICES): {missing}", pytrace=False
            )
        pytest.skip(f"no encrypting SQLite: {missing}")
    return lambda script, *arguments, **environment: encrypted_build.run(OPEN + script, *arguments, **environment)


@pytest.mark.feature("SE-03")
@pytest.mark.parametrize("key", [RAW, PHRASE], ids=["raw key", "passphrase"])
def test_file_log_backup_and_restored_file_hold_nothing_readable(
    encrypting: Callable[..., str], tmp_path: Path, key: str
) -> None:
    script = f"""
key = {key!r}
memory = opened(key)
memory.add("The {MARK} tea is in the kitchen", user="ana", tags=["{MARK}"], metadata={{"a": "{MARK}"}})
memory.add([{{"role": "user", "content": "I live in {MARK}."}}], user="ana", wait=True)
assert (folder / "memory.db-wal").stat().st_size > 0
assert held() == [], held()
memory.backup(folder / "copy.db")
memory.close()
assert held() == [], held()
assert code(lambda: Memory.restore(folder / "copy.db", folder / "new.db", encryption_key="another key")) == "wrong_key"
assert code(lambda: Memory.restore(folder / "copy.db", folder / "memory.db", encryption_key=key)) == "fine"
Memory.restore(folder / "copy.db", folder / "new.db", encryption_key=key)
assert held() == [], held()
for name in ("memory.db", "new.db", "memory.db.before-restore.bak"):
    with opened(key, name) as again:
        assert again.search("{MARK}", user="ana")[0].content.count("{MARK}")
        assert again.doctor() == []
print("done")
"""
    assert encrypting(script, tmp_path).endswith("done\n")
    header = (tmp_path / "memory.db").read_bytes()[:15]
    assert header != b"SQLite format 3"


@pytest.mark.feature("SE-03")
def test_a_wrong_or_missing_key_is_told_and_changes_nothing(encrypting: Callable[..., str], tmp_path: Path) -> None:
    script = """
opened(RAW).close()
opened(None, "plain.db").close()
before = (folder / "memory.db").read_bytes(), (folder / "plain.db").read_bytes()
print(code(lambda: opened("a wrong passphrase")), code(lambda: opened("1" * 64)), code(lambda: opened()))
print(code(lambda: opened(RAW, "plain.db")), code(lambda: opened("short", "new.db")), (folder / "new.db").exists())
assert before == ((folder / "memory.db").read_bytes(), (folder / "plain.db").read_bytes())
(folder / "key").write_text(RAW + "\\n")
print(code(lambda: opened(None, encryption_key_file=str(folder / "key"))))
print(code(lambda: opened(RAW, encryption_key_file=str(folder / "key"))))
print(code(lambda: opened(None, encryption_key_file=str(folder / "none"))))
"""
    assert encrypting(script, tmp_path).split() == [
        "wrong_key", "wrong_key", "wrong_key", "wrong_key", "config", "False", "fine", "config", "config",
    ]  # fmt: skip


@pytest.mark.feature("SE-03")
def test_a_store_is_encrypted_rekeyed_and_decrypted_in_place(encrypting: Callable[..., str], tmp_path: Path) -> None:
    script = f"""
with opened() as memory:
    for n in range(200):
        memory.add(f"note {{n}} on {MARK}", user="ana", key=f"k{{n}}")
assert held() == ["memory.db"]
store = folder / "memory.db"
def rekey(old, new):
    Memory.rekey(store, encryption_key=old, new_key=new, config_file=folder / "none.toml")
def whole(key):
    with opened(key) as memory:
        assert memory.count(user="ana") == 200 and memory.doctor() == []
rekey(None, PHRASE)
assert held() == [], held()
whole(PHRASE)
rekey(PHRASE, RAW)
whole(RAW)
print(code(lambda: opened(PHRASE)))
with opened(RAW) as memory:
    memory.search("note", user="ana")
    print(code(lambda: rekey(RAW, None)))
whole(RAW)
print(code(lambda: rekey(PHRASE, None)))
rekey(RAW, None)
assert held() == ["memory.db"]
whole(None)
"""
    assert encrypting(script, tmp_path).split() == ["wrong_key", "store_busy", "wrong_key"]


@pytest.mark.feature("SE-03")
def test_a_change_of_key_takes_the_file_of_the_vector_tier_along(
    encrypting: Callable[..., str], tmp_path: Path
) -> None:
    script = """
def vectors(key):
    with opened(key, vector_store="sqlite-vec") as memory:
        assert memory.search("tea", user="ana").trace.fallback_reason is None
        assert memory.doctor() == [] and memory.status().degraded == ()
    return (folder / "memory.db.vec").read_bytes().startswith(b"SQLite format 3")
def rekey(old, new):
    Memory.rekey(folder / "memory.db", encryption_key=old, new_key=new, config_file=folder / "none.toml")
    assert not list(folder.glob("memory.db.vec*"))
with opened() as memory:
    memory.add("tea", user="ana")
assert vectors(None)
plain = (folder / "memory.db.vec").read_bytes()
rekey(None, RAW)
assert not vectors(RAW)
(folder / "memory.db.vec").write_bytes(plain)
with opened(RAW, vector_store="sqlite-vec") as memory:
    assert "another key" in memory.search("tea", user="ana").trace.fallback_reason
    assert [one.repaired for one in memory.doctor(repair=True)] == [True]
assert not vectors(RAW)
rekey(RAW, None)
assert vectors(None)
"""
    encrypting(script, tmp_path)


@pytest.mark.feature("SE-03")
def test_the_command_line_encrypts_with_a_key_file_and_reads_with_the_environment(
    encrypting: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "key").write_text(RAW)
    run = "import runpy; sys.argv = ['recollect', *sys.argv[2:]]; runpy.run_module('recollect', run_name='__main__')"
    place = ["--db", tmp_path / "memory.db", "--json"]
    encrypting(run, tmp_path, "add", f"{MARK} tea", *place)
    encrypting(run, tmp_path, "rekey", "--key-file", tmp_path / "key", "--yes", *place)
    assert MARK in encrypting(run, tmp_path, "search", MARK, *place, RECOLLECT_ENCRYPTION_KEY=RAW)
    hidden = encrypting(run, tmp_path, "config", "show", "--json", RECOLLECT_ENCRYPTION_KEY=RAW)
    assert RAW not in hidden
    encrypting(
        run, tmp_path, "rekey", "--decrypt", "--yes", *place, RECOLLECT_ENCRYPTION_KEY_FILE=str(tmp_path / "key")
    )
    assert MARK.encode() in (tmp_path / "memory.db").read_bytes()


def test_a_key_without_the_encrypting_build_says_what_to_install(tmp_path: Path) -> None:
    import apsw

    if getattr(apsw, "mc_version", None) is not None:
        pytest.skip("the encrypting build is installed here")
    with pytest.raises(MissingExtra, match=r"recollect\[encrypted\]"):
        Memory(tmp_path / "memory.db", config_file=tmp_path / "none.toml", encryption_key=RAW)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_may_be_encrypted_is_not_opened_without_a_key(tmp_path: Path) -> None:
    (tmp_path / "memory.db").write_bytes(bytes(range(256)) * 16)
    with pytest.raises(WrongKey, match="encryption_key"):
        Memory(tmp_path / "memory.db", config_file=tmp_path / "none.toml")


def test_a_memory_without_a_file_needs_no_key(tmp_path: Path) -> None:
    with Memory(":memory:", config_file=tmp_path / "none.toml", worker="off", encryption_key=RAW) as memory:
        memory.add("tea", user="ana")
        assert memory.count(user="ana") == 1


@pytest.mark.postgres
def test_on_postgresql_a_key_is_refused_because_encryption_is_the_servers(tmp_path: Path, postgres_url: str) -> None:
    with pytest.raises(ConfigError, match="the server's"):
        Memory(postgres_url, config_file=tmp_path / "none.toml", encryption_key=RAW)
    with pytest.raises(ConfigError, match="the server's"):
        Memory.rekey(postgres_url, new_key=RAW, config_file=tmp_path / "none.toml")
