"""The files under deploy/ are well formed, and every command and setting they name exists."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from recollect.config import Settings
from recollect.surfaces.cli.app import app
from tests.house.source import ROOT

DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
SETTINGS = {field.name for field in dataclasses.fields(Settings)}
INSTRUCTIONS = {
    "FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT",
    "CMD",
}  # fmt: skip


def dockerfile() -> list[tuple[str, str]]:
    """Instructions and their arguments, continued lines joined, comments left out."""
    lines = [line for line in (DEPLOY / "Dockerfile").read_text().splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in joined.splitlines() if line.strip()]


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yml").read_text())
    return loaded


def called() -> list[list[str]]:
    """Every call of `recollect` in these files, as words."""
    units = "\n".join(path.read_text() for path in (DEPLOY / "systemd").iterdir())
    found = [call.split() for call in re.findall(r"/bin/recollect ([^\n']+)", units)]
    (command,) = [eval_list(text) for name, text in dockerfile() if name == "CMD"]
    return [*found, command, compose()["services"]["recollect"]["command"]]


def eval_list(text: str) -> list[str]:
    return [str(word) for word in yaml.safe_load(text)]


@pytest.mark.feature("SD-02")
@pytest.mark.parametrize("words", called(), ids=" ".join)
def test_every_command_they_call_exists_with_its_options(words: list[str]) -> None:
    if words[0] == "serve" and "serve" not in COMMANDS:
        pytest.skip("this installation has no server")
    options = {option for parameter in COMMANDS[words[0]].params for option in parameter.opts}
    assert {word for word in words[1:] if word.startswith("--")} <= options


@pytest.mark.feature("SD-02")
def test_every_setting_they_name_exists() -> None:
    pages = [ROOT / "docs" / "howto" / name for name in ("deploy.md", "protect-data.md")]
    named = {name for path in [*FILES, *pages] for name in re.findall(r"RECOLLECT_([A-Z_]+[A-Z])\b", path.read_text())}
    assert {"STORE", "PII"} <= named
    assert {name.lower() for name in named} - SETTINGS - {"name"} == set()


@pytest.mark.feature("SD-02")
def test_the_image_is_built_in_two_stages_and_runs_without_root() -> None:
    steps = dockerfile()
    assert {name for name, _ in steps} <= INSTRUCTIONS
    stages = [text for name, text in steps if name == "FROM"]
    assert len(stages) == 2
    assert stages[0].endswith("AS build")
    last = steps[[place for place, step in enumerate(steps) if step[0] == "FROM"][-1] :]
    assert ("USER", "recollect") in last
    assert ("VOLUME", "/data") in last
    assert ("EXPOSE", "8080") in last
    (check,) = [text for name, text in last if name == "HEALTHCHECK"]
    assert "/health" in check
    assert last.index(("USER", "recollect")) < last.index(("ENTRYPOINT", '["recollect"]'))
    copied = [text.split()[:-1] for name, text in steps if name == "COPY" and not text.startswith("--from")]
    assert [name for names in copied for name in names if not (ROOT / name).exists()] == []


def test_what_the_image_copies_is_not_ignored() -> None:
    kept = {line[1:] for line in (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {
        name
        for step, text in dockerfile()
        if step == "COPY" and not text.startswith("--")
        for name in text.split()[:-1]
    }
    assert copied <= kept


def test_the_health_check_of_the_image_is_python_that_compiles() -> None:
    (check,) = [text for name, text in dockerfile() if name == "HEALTHCHECK"]
    words = eval_list(check[check.index("[") :])
    compile(words[2], "healthcheck", "exec")


@pytest.mark.feature("SD-02")
def test_the_compose_file_brings_all_services_with_health_checks_and_no_secret() -> None:
    services = compose()["services"]
    assert set(services) == {"recollect", "postgres", "redis", "qdrant"}
    assert "pgvector" in services["postgres"]["image"]
    assert all("healthcheck" in services[name] for name in set(services) - {"recollect"})
    assert set(services["recollect"]["depends_on"]) == {"postgres", "redis", "qdrant"}
    told = services["recollect"]["environment"]
    assert "@postgres:" in told["RECOLLECT_STORE"]
    assert "@redis:" in told["RECOLLECT_REDIS_URL"], "a service that is not told of is not used"
    assert "//qdrant:" in told["RECOLLECT_QDRANT_URL"]
    (installed,) = [text for name, text in dockerfile() if name == "RUN" and "constraints.txt" in text]
    assert {"postgres", "redis", "qdrant"} <= set(re.findall(r"\w+", installed.split('".[')[1].split("]")[0]))
    volumes = {volume.split(":")[0] for service in services.values() for volume in service["volumes"]}
    assert volumes == set(compose()["volumes"])
    assert all(port.startswith("127.0.0.1:") for port in services["recollect"]["ports"])
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yml").read_text()))
    example = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / "env.example").read_text(), re.MULTILINE))
    assert asked <= example.keys()
    assert [name for name in asked if example[name]] == [], "a secret has a value in the example"


@pytest.mark.feature("SD-02")
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
@pytest.mark.parametrize("name", ["recollect.service", "recollect-backup.service"])
def test_systemd_finds_nothing_wrong_with_the_units(name: str, tmp_path: Path) -> None:
    unit = tmp_path / name
    program = shutil.which("true")
    unit.write_text((DEPLOY / "systemd" / name).read_text().replace("/opt/recollect/bin/recollect", str(program)))
    timer = tmp_path / "recollect-backup.timer"
    timer.write_text((DEPLOY / "systemd" / timer.name).read_text())
    units = [unit, timer] if "backup" in name else [unit]
    done = subprocess.run(
        ["systemd-analyze", "verify", *map(str, units)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["nginx/recollect.conf", "caddy/Caddyfile"])
def test_the_proxies_stream_and_write_the_forwarded_headers_themselves(name: str) -> None:
    text = (DEPLOY / name).read_text()
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    assert sum(line.count("{") - line.count("}") for line in lines) == 0
    assert "127.0.0.1:8080" in text
    assert "proxy_buffering off;" in text or "flush_interval -1" in text
    assert "X-Forwarded-For" in text
    assert "proxy_add_x_forwarded_for" not in text
    assert "/metrics" in text


@pytest.mark.skipif(shutil.which("nginx") is None, reason="no nginx here")
def test_nginx_accepts_its_example(tmp_path: Path) -> None:
    certificate, key = tmp_path / "c.pem", tmp_path / "k.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=x", "-days", "1"]
    subprocess.run([*made, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
    text = (DEPLOY / "nginx" / "recollect.conf").read_text()
    text = re.sub(r"ssl_certificate /\S+;", f"ssl_certificate {certificate};", text)
    text = re.sub(r"ssl_certificate_key /\S+;", f"ssl_certificate_key {key};", text)
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{text}\n}}\n")
    done = subprocess.run(
        ["nginx", "-t", "-c", str(tmp_path / "nginx.conf")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.feature("SE-04")
def test_the_page_says_what_the_file_system_decides_and_the_files_keep_to_it() -> None:
    page = (ROOT / "docs" / "howto" / "deploy.md").read_text()
    section = page.split("## What the file system decides")[1]
    assert "a user of the\noperating system" in section
    unit = (DEPLOY / "systemd" / "recollect.service").read_text()
    assert "\nUMask=0077\n" in unit
    assert "\nStateDirectoryMode=0700\n" in unit
    assert any("-m 0700 /data" in text for name, text in dockerfile() if name == "RUN")
