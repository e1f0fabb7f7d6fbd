"""Source code: which language a file is in, by its ending or its whole name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

LANGUAGES: Mapping[str, str] = {
    "py": "python", "pyi": "python", "ipynb": "json", "js": "javascript", "mjs": "javascript", "cjs": "javascript",
    "jsx": "javascript", "ts": "typescript", "tsx": "typescript", "java": "java", "kt": "kotlin", "kts": "kotlin",
    "scala": "scala", "go": "go", "rs": "rust", "c": "c", "h": "c", "cc": "cpp", "cpp": "cpp", "cxx": "cpp",
    "hpp": "cpp", "cs": "csharp", "fs": "fsharp", "swift": "swift", "m": "objective-c", "rb": "ruby", "php": "php",
    "pl": "perl", "lua": "lua", "r": "r", "jl": "julia", "ex": "elixir", "exs": "elixir", "erl": "erlang",
    "hs": "haskell", "clj": "clojure", "ml": "ocaml", "dart": "dart", "zig": "zig", "nim": "nim", "sh": "shell",
    "bash": "shell", "zsh": "shell", "fish": "shell", "ps1": "powershell", "bat": "batch", "sql": "sql",
    "css": "css", "scss": "scss", "less": "less", "vue": "vue", "svelte": "svelte", "graphql": "graphql",
    "proto": "protobuf", "tf": "hcl", "nix": "nix", "tex": "latex", "xml": "xml", "svg": "xml", "xsd": "xml",
    "yaml": "yaml", "yml": "yaml", "toml": "toml", "ini": "ini", "cfg": "ini", "conf": "ini", "env": "ini",
    "jsonl": "json", "ndjson": "json", "diff": "diff", "patch": "diff", "adoc": "asciidoc", "org": "org",
    "dockerfile": "dockerfile", "makefile": "makefile", "cmakelists.txt": "cmake", "cmake": "cmake",
    "vim": "vim", "el": "lisp", "lisp": "lisp", "scm": "scheme", "asm": "assembly", "s": "assembly",
    "v": "verilog", "vhd": "vhdl", "sol": "solidity", "gradle": "groovy", "groovy": "groovy",
}  # fmt: skip


def language_of(name: str) -> str | None:
    path = PurePath(name)
    return LANGUAGES.get(path.suffix.lower().lstrip(".")) or LANGUAGES.get(path.name.lower())
