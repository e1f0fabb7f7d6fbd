"""Strings that give themselves away: keys and tokens with a provider's prefix, key blocks, addresses with a password.

Each format has cues, plain substrings without which its pattern is not even tried. Patterns are bounded and start at a
literal, so that a text costs time in proportion to its length. Formats whose letters could spell a word
(`sk-estimator-…`) are checked for randomness too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from recollect.rules.late import late
from recollect.write.secrets.values import Source, Span, anchored, has_any, is_random, is_scrambled

LONG_WORD_CHARS = 16
"""No key is shorter than this; a text without such a word needs no look at the formats."""
AWS_SECRET_REACH = 200
BODY_CHARS_MAX = 8000
"""How long the body of a key block can be whose beginning was cut off."""


CUES_WITHOUT_DIGITS = ("://", "PRIVATE KEY", "hf_", "mysql", "curl", "sshpass", "redis-cli", "docker login")
"""Every other format holds a digit somewhere."""


class Format(NamedTuple):
    """A pattern (its group `s`, or all of it, is the secret) and the substrings that call for it."""

    kind: str
    cues: tuple[str, ...]
    pattern: str
    random: bool = False
    inside: bool = False
    """The cue stands inside the pattern, not at its start."""


_B = r"(?<![A-Za-z0-9_])"
_W = r"[A-Za-z0-9_-]"
_N = r"[A-Za-z0-9]"
_H = r"[0-9a-f]"

FORMATS = (
    Format("api key", ("sk-",), rf"{_B}sk-(?:ant-|proj-|svcacct-|admin-|or-v1-|lf-|test-|live-)?{_W}{{14,400}}", True),
    Format("api key", ("AKIA", "ASIA", "AIDA", "AROA", "ABIA", "ACCA"),
           rf"{_B}A(?:KI|SI|ID|RO|BI|CC)A[A-Z0-9]{{16}}(?!\w)"),
    Format("token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), rf"{_B}gh[pousr]_{_N}{{30,255}}"),
    Format("token", ("github_pat_",), r"github_pat_\w{22,255}"),
    Format("token", ("glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glft-"),
           rf"{_B}gl(?:pat|dt|rt|ptt|cbt|ft)-{_W}{{20,300}}"),
    Format("token", ("xox", "xapp-"), rf"{_B}(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{{10,400}}", True),
    Format("token", ("hooks.slack.com/",), r"hooks\.slack\.com/(?P<s>(?:services|workflows)/[A-Za-z0-9/_-]{20,200})"),
    Format("token", ("discord",), rf"discord(?:app)?\.com/api/webhooks/(?P<s>\d{{15,22}}/{_W}{{40,100}})"),
    Format("api key", ("AIza",), rf"{_B}AIza{_W}{{33,40}}"),
    Format("token", ("ya29.",), rf"{_B}ya29\.{_W}{{20,600}}"),
    Format("secret", ("GOCSPX-",), rf"GOCSPX-{_W}{{20,40}}"),
    Format("api key", ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "ghk_", "key_live_", "key_test_"),
           rf"{_B}(?:sk|rk|ghk|key)_(?:live|test)_{_N}{{10,300}}"),
    Format("secret", ("whsec_",), rf"{_B}whsec_[A-Za-z0-9+/=]{{16,200}}"),
    Format("token", ("npm_",), rf"{_B}npm_{_N}{{36}}"),
    Format("token", ("pypi-",), rf"{_B}pypi-{_W}{{50,1000}}"),
    Format("token", (":AA",), rf"{_B}\d{{8,10}}:AA{_W}{{32,34}}(?!{_W})", inside=True),
    Format("api key", ("SK",), rf"{_B}SK{_H}{{32}}(?!\w)"),
    Format("api key", ("SG.",), rf"{_B}SG\.{_W}{{16,32}}\.{_W}{{16,64}}"),
    Format("token", ("hf_",), rf"{_B}hf_{_N}{{30,64}}"),
    Format("token", ("eyJ",), rf"{_B}eyJ{_W}{{8,8000}}\.{_W}{{8,16000}}(?:\.{_W}{{0,2000}})?"),
    Format("token", ("MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"),
           rf"{_B}[MNO]{_N}{{23,25}}\.{_W}{{6}}\.{_W}{{27,45}}(?!\w)"),
    Format("api key", ("key-",), rf"{_B}key-[0-9a-z]{{32}}(?!\w)"),
    Format("api key", ("-us",), rf"{_B}{_H}{{32}}-us\d{{1,2}}(?!\w)", inside=True),
    Format("token", ("dop_v1_", "doo_v1_", "dor_v1_"), rf"{_B}do[opr]_v1_{_H}{{64}}"),
    Format("token", ("shp",), rf"{_B}shp(?:at|ca|pa|ss|ua)_{_H}{{32}}", False),
    Format("token", ("sq0",), rf"{_B}sq0[a-z]{{3}}-{_W}{{22,60}}"),
    Format("token", ("dapi",), rf"{_B}dapi{_H}{{32}}(?:-\d)?"),
    Format("api key", ("lin_api_",), rf"{_B}lin_api_{_N}{{30,60}}"),
    Format("api key", ("secret_", "ntn_"), rf"{_B}(?:secret_{_N}{{40,46}}|ntn_{_N}{{40,52}})"),
    Format("token", ("figd_",), rf"{_B}figd_{_W}{{30,60}}"),
    Format("api key", ("gsk_", "csk-", "fw_", "r8_", "tvly-", "fc-"),
           rf"{_B}(?:gsk_|csk-|fw_|r8_|tvly-|fc-){_W}{{20,100}}", True),
    Format("api key", ("xai-", "pplx-", "nvapi-", "pa-"), rf"{_B}(?:xai|pplx|nvapi|pa)-{_W}{{30,120}}", True),
    Format("token", ("hvs.", "hvb."), rf"{_B}hv[sb]\.{_W}{{20,300}}"),
    Format("token", (".atlasv1.",), rf"{_B}{_N}{{14}}\.atlasv1\.{_W}{{50,80}}", inside=True),
    Format("private key", ("AGE-SECRET-KEY-1",), r"AGE-SECRET-KEY-1[A-Z0-9]{50,64}"),
    Format("token", ("dckr_", "sbp_", "pscale_", "glsa_", "glc_", "sntrys_", "dp.pt."),
           rf"{_B}(?:dckr_[po]at_|sbp_|pscale_(?:tkn|pw|oauth)_|glsa_|glc_|sntrys_|dp\.pt\.)[\w=.-]{{20,300}}"),
    Format("token", ("HRKU-",), rf"{_B}HRKU-{_W}{{30,100}}"),
    Format("token", ("ATATT3", "ATCTT3"), r"AT[AC]TT3[\w=-]{30,300}"),
    Format("token", ("pat",), rf"{_B}pat{_N}{{14}}\.{_H}{{64}}"),
    Format("api key", ("AccountKey=", "SharedAccessKey=", "?sig=", "&sig="),
           r"(?:AccountKey|SharedAccessKey|[?&]sig)=(?P<s>[A-Za-z0-9+/%]{20,200}={0,2})"),
    Format("private key", ("0x",), rf"(?i:private key\W{{1,6}}(?:is\W{{1,4}})?)(?P<s>0x{_H}{{64}})(?!\w)", inside=True),
    Format("token", ("://",),
           r"://(?P<s>(?=[A-Za-z_]{0,40}\d{1,9}[A-Za-z])\w{20,200})@(?![\w.-]{0,40}sentry)(?=\w)", True),
    Format("token", ("mfa.",), rf"{_B}mfa\.{_W}{{60,100}}"),
    Format("login", ("curl ",), r"curl [^\n]{0,60}?(?:-u|--user)[ =]['\"]?(?P<s>[^\s:'\"]{1,64}:[^\s'\"]{1,200})"),
    Format("password", ("mysql", "mariadb"), r"(?:mysql|mariadb)\w{0,10} [^\n]{0,60}?(?<!\S)-p(?P<s>[^\s'\"]{3,64})"),
    Format("password", ("sshpass",), r"sshpass -p ?['\"]?(?P<s>[^\s'\"]{2,64})"),
    Format("password", ("docker login", "podman login"),
           r"(?:docker|podman) login [^\n]{0,100}?(?<!\S)-p[ =]?['\"]?(?P<s>(?![$<{-])[^\s'\"]{3,64})"),
    Format("password", ("redis-cli",),
           r"redis-cli [^\n]{0,100}?(?<!\S)-a[ =]?['\"]?(?P<s>(?![$<{-])[^\s'\"]{3,64})"),
)  # fmt: skip
_COMMANDS = (" -p", "curl", "sshpass", "redis-cli")
"""Their passwords may be short."""
_BLOCK_START = late(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_BLOCK_END = late(r"-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_PUTTY = late(r"Private-Lines: \d{1,3}\s(?P<s>(?:[A-Za-z0-9+/=]{1,64}\s?){1,100})")
_ADDRESS = late(r"(?<=://)(?P<s>[^\s/:@\"'<>]{0,128}:[^\s/\"'<>]{1,256})@(?=[\w\[$.-])")
_AWS_SECRET = late(r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Patterns are compiled when a text first calls for them: a start costs nothing."""
    return re.compile(pattern)


@cache
def _formats_without_underscores() -> tuple[Format, ...]:
    """Those that a text without one can hold."""
    return tuple(format for format in FORMATS if not all("_" in cue for cue in format.cues))


def find(source: Source) -> Iterator[Span]:
    """Every string with a format of its own."""
    raw = source.raw
    if "://" in raw and "@" in raw:
        for found in _ADDRESS.finditer(raw):
            if not found["s"].endswith(":"):
                yield Span(*found.span("s"), "login")
    if "PRIVATE KEY" in raw:
        yield from _blocks(raw)
    if "Private-Lines:" in raw:
        yield from (Span(*found.span("s"), "private key") for found in _PUTTY.finditer(raw))
    if not _long_words(raw) and not has_any(raw, _COMMANDS):
        return
    for kind, cues, pattern, random, inside in FORMATS if "_" in raw else _formats_without_underscores():
        if not has_any(raw, cues):
            continue
        group = "s" if "?P<s>" in pattern else 0
        compiled = _compiled(pattern)
        for found in compiled.finditer(raw) if inside else anchored(compiled, raw, cues):
            if not random or is_random(found[group], least=LONG_WORD_CHARS):
                yield Span(*found.span(group), kind)
                if found[0].startswith(("AKIA", "ASIA")):
                    yield from _aws_secrets(raw, found.end())


def _long_words(raw: str) -> bool:
    return max(map(len, raw.split()), default=0) >= LONG_WORD_CHARS


def _blocks(raw: str) -> Iterator[Span]:
    """PEM and PGP blocks; one that is cut off reaches to the end of what looks like its body."""
    position = 0
    while start := _BLOCK_START.search(raw, position):
        following = _BLOCK_START.search(raw, start.end())
        limit = following.start() if following else len(raw)
        end = _BLOCK_END.search(raw, start.end(), limit)
        position = end.end() if end else _body_end(raw, start.end(), limit)
        yield Span(start.start(), position, "private key")
    end = _BLOCK_END.search(raw)
    if end and not _BLOCK_START.search(raw, 0, end.start()):
        body = _BODY_BEFORE.search(raw, max(0, end.start() - BODY_CHARS_MAX), end.start())
        yield Span(body.start() if body else end.start(), end.end(), "private key")


_BODY_BEFORE = late(
    r"(?:(?<=\s)|\A)(?:[A-Za-z0-9+/=]{16,80}(?:\\n|\s){1,4}){1,100}(?:[A-Za-z0-9+/=]{1,80}(?:\\n|\s){1,4})?\Z"
)
_BODY_LINE = late(r"(?:\\n|\s)*(?:[A-Za-z0-9+/=]{16,}|[\w-]{1,20}: [^\n]{1,100}|[A-Za-z0-9+/]{1,15}={0,2}(?=\s*\Z))")


def _body_end(raw: str, position: int, limit: int) -> int:
    while position < limit and (line := _BODY_LINE.match(raw, position, limit)):
        position = line.end()
    return position


def _aws_secrets(raw: str, position: int) -> Iterator[Span]:
    """Forty characters shortly after an access key's id are the key itself."""
    for found in _AWS_SECRET.finditer(raw, position, position + AWS_SECRET_REACH):
        if is_random(found[0], least=40) or is_scrambled(found[0]):
            yield Span(*found.span(), "api key")
