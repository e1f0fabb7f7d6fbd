"""The context: what a prompt is given about a user, and about a question, within a budget of real tokens.

Building one counts no recall and writes nothing. The same call within ten seconds is answered from a cache, as long as
nothing was written into the spaces it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol

from recollect.contracts.tokenizer import Tokenizer
from recollect.engine.ageing import in_time
from recollect.engine.cache import Cache
from recollect.engine.parts import Parts
from recollect.engine.recall import Recall
from recollect.errors import InvalidInput
from recollect.model.context import FORMATS, Context, Line, Section
from recollect.model.query import Filter, Hits
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.read.context import lines, render
from recollect.read.context.base import Base, gather
from recollect.read.context.layouts import TITLES, Layout, choose
from recollect.read.context.offers import Offers
from recollect.read.context.pack import Packed, Packing, fill_in_order
from recollect.write import accept
from recollect.write.domains import Schema, values

CACHE_S = 10.0
CACHE_ENTRIES = 1000
K_MIN, K_MAX = 20, 200
TOKENS_A_HIT = 20
"""A turn is rarely shorter: so many hits are enough to fill a budget."""
RELATIONS_MAX = 40
DOMAIN_RECORDS_MAX = 200
TOKENS_MAX = 1_000_000
RECAP_SESSIONS_MAX = 20
_LAYER_OF = {"excerpts": "turn", "documents": "document", "memories": "memory"}
_PRESETS = {"osaurus": "osaurus", "memoryos": "memoryos", "omniroute": "omniroute"}
Stamps = tuple[tuple[int, int] | None, ...]


class Relations(Protocol):
    """Where the ties between people and things come from."""

    def relation_lines(self, scope: Scope, limit: int) -> Sequence[Line]: ...


@dataclass(frozen=True, kw_only=True)
class ContextOptions:
    """What settings say about contexts."""

    format: str = "bullets"
    layout: Mapping[str, Any]


class Contexts:
    """Builds contexts."""

    def __init__(
        self,
        parts: Parts,
        recall: Recall,
        tokenizer: Callable[[], Tokenizer],
        options: ContextOptions,
        *,
        relations: Relations | None = None,
        domain: Schema | None = None,
    ) -> None:
        self._parts = parts
        self._recall = recall
        self._tokenizer = tokenizer
        self._options = options
        self._relations = relations
        self._domain = domain
        self._cache: Cache[tuple[Stamps, Context]] = Cache(CACHE_ENTRIES, CACHE_S)

    def build(
        self,
        query: Any,
        scope: Scope,
        *,
        format: str | None = None,
        tokens_max: int | None = None,
        now: Any = None,
        layout: str = "recollect",
        options: Mapping[str, Any] | None = None,
    ) -> Context:
        """What to tell a model about this scope, and about the query where there is one."""
        wanted = {**(options or {})}
        if tokens_max is not None:
            wanted["tokens_max"] = accept.whole(tokens_max, "tokens_max", 0, TOKENS_MAX)
        chosen = choose(layout, wanted, self._options.layout)
        form = accept.one_of(format or self._options.format, FORMATS, "format")
        if query is not None and not isinstance(query, str):
            raise InvalidInput(f"the query must be text or None, not {type(query).__name__}")
        moment = accept.moment(now, "now") or self._parts.clock()
        asked = query if query and query.strip() else None
        key = (scope, asked, form, chosen, moment if now is not None else moment.date())
        stamps = self._stamps(scope)
        held = self._cache.get(key)
        if held is not None and held[0] == stamps:
            return replace(held[1], cached=True)
        context = _Building(self, scope, asked, form, chosen, moment).context()
        self._cache.put(key, (stamps, context))
        return context

    def _stamps(self, scope: Scope) -> Stamps:
        """As long as these are the same, so is everything a context is made of."""
        spaces = (scope.own, scope.shared.own) if scope.user is not None else (scope.own,)
        return tuple(self._parts.store.stamp(space) for space in spaces)


class _Building:
    """One context in the making."""

    def __init__(
        self, of: Contexts, scope: Scope, query: str | None, format: str, layout: Layout, now: datetime
    ) -> None:
        self._of = of
        self._parts = of._parts
        self._scope = scope
        self._query = query
        self._format = format
        self._layout = layout
        self._now = now
        self._tokenizer = of._tokenizer()
        self._form: render.Form = render.Joined() if layout.joined else render.FORMS[format]
        self._limit = layout.tokens_max or None
        self._before = self._count(_BEFORE)
        self._trace: list[str] = []
        self._question: str | None = None
        self._recaps: tuple[tuple[Record, float], ...] = ()

    def context(self) -> Context:
        layout, query = self._layout, self._query
        hits = self._search(query) if query is not None else None
        frame = self._count(self._written(self._opening_only())) if self._limit is not None else 0
        base_names = layout.base if query is None else layout.base_when_asked
        base = self._base(base_names, frame, hits)
        spent = frame + sum(section.tokens for section in base)
        asked: list[Section] = []
        if query is not None and hits is not None:
            asked = self._asked(hits, query, base, None if self._limit is None else self._limit - spent)
        if "question" in layout.asked and self._question is not None:
            asking = Line(text=self._question)
            tokens = self._line_tokens("question", asking) + self._heading_tokens("question", "")
            asked.append(self._section("question", [asking], tokens, stable=False))
        sections, text, tokens = self._fitted([*base, *asked])
        over = " (standing instructions are never cut)" if self._limit is not None and tokens > self._limit else ""
        self._trace.append(f"{len(sections)} sections, {tokens} tokens of {self._limit or 'no limit'}{over}")
        return Context(
            text=text,
            sections=tuple(sections),
            tokens=tokens,
            tokenizer=self._tokenizer.name,
            format=self._format,
            messages=self._messages(sections),
            question=self._question,
            trace=tuple(self._trace),
        )

    # --- the parts ----------------------------------------------------------------------------------------------

    def _search(self, query: str) -> Hits | None:
        layers = tuple(_LAYER_OF[name] for name in self._layout.asked if name in _LAYER_OF)
        if not layers:
            return None
        fitting = K_MAX if self._limit is None else self._limit // TOKENS_A_HIT
        k = self._layout.k or min(max(fitting, K_MIN), K_MAX)
        options: dict[str, Any] = {"tokens_max": None} if self._layout.name == "omniroute" else {}
        if self._layout.window:
            options["window"] = self._layout.window
        hits = self._of._recall.search(
            query,
            self._scope,
            k=k,
            filter=Filter(layers=layers),
            now=self._now,
            preset=_PRESETS.get(self._layout.name),
            options=options,
            dry_run=True,
        )
        self._trace.extend(f"search: {stage}" for stage in hits.trace.stages)
        return hits

    def _base(self, names: Sequence[str], frame: int, hits: Hits | None) -> list[Section]:
        """The sections that do not depend on the question, each within its own budget and the common one."""
        store, layout = self._parts.store, self._layout
        with store.reading(self._scope, signature=None) as reader:
            found = gather(
                reader,
                self._scope,
                in_time(self._parts, Filter()),
                now=self._now,
                wanted=names,
                summary_days=layout.summary_days,
                trust_min=layout.trust_min,
                sessions=_sessions(hits) if hits is not None and "recaps" in layout.asked else {},
            )
            self._question = next((conflict.question for conflict in reader.questions()), None)
        left = None
        if self._limit is not None:
            left = self._limit - frame if self._query is None else int(self._limit * layout.base_share)
        self._recaps = found.recaps
        sections = []
        for name in names:
            section = self._base_section(name, found, left)
            if section is None:
                continue
            if left is not None and name not in ("date", "overrides"):
                left = max(0, left - section.tokens)
            sections.append(section)
        return sections

    def _base_section(self, name: str, found: Base, left: int | None) -> Section | None:
        given, cap = self._lines_of(name, found)
        budget = None if name in ("date", "overrides") else _least(cap, left)
        chosen, tokens = fill_in_order(
            given,
            budget=budget,
            line_tokens=lambda line: self._line_tokens(name, line),
            heading_tokens=lambda heading: self._heading_tokens(name, heading),
        )
        left_out = len(given) - len(chosen)
        if left_out:
            self._trace.append(f"{name}: {left_out} lines did not fit into {budget} tokens")
        if not chosen:
            return None
        ordered = lines.grouped(chosen) if name == "working" else chosen
        return self._section(name, ordered, tokens, left_out=left_out)

    def _lines_of(self, name: str, found: Base) -> tuple[list[Line], int | None]:
        """The lines of a base section in the order they get a place, and its own budget."""
        layout = self._layout
        if name == "date":
            return [lines.of_date(self._now)], None
        if name == "overrides":
            return [lines.of_plain(record) for record in found.overrides], None
        if name == "profile":
            return [line for record in found.profiles for line in lines.of_profile(record)], layout.profile_tokens
        if name == "working":
            return [lines.of_memory(record, group=layout.group) for record in found.working], layout.working_tokens
        if name == "summaries":
            return [lines.of_summary(record) for record in found.summaries], layout.summary_tokens
        if name == "domain":
            return self._domain_lines(), None
        if self._of._relations is None:
            return [], None
        return list(self._of._relations.relation_lines(self._scope, RELATIONS_MAX)), layout.relationship_tokens

    def _domain_lines(self) -> list[Line]:
        schema = self._of._domain
        if schema is None:
            return []
        wanted = Filter(layers=("memory",), tags=(f"domain:{schema.name}",))
        newest_first = self._parts.store.list(self._scope, wanted, now=self._now, limit=DOMAIN_RECORDS_MAX, offset=0)
        records = newest_first[::-1]
        known = values(schema, ((record.tags, record.content) for record in records))
        last = {tag: record for record in records for tag in record.tags}
        return [
            replace(
                lines.of_plain(last[f"field:{one.name}"]),
                text=one.shows.format(who="User", value=", ".join(known[one.name])),
                heading=one.section,
            )
            for one in schema.fields
            if one.name in known
        ]

    def _asked(self, hits: Hits, query: str, base: Sequence[Section], budget: int | None) -> list[Section]:
        """The sections that answer the question."""
        layout = self._layout
        offers = Offers(layout.asked, query=query, group=layout.group, trust_min=layout.trust_min)
        offers.know(
            (id for section in base for id in section.ids),
            (line.text for section in base for line in section.lines),
        )
        if layout.skip_session and self._scope.session is not None:
            hits = Hits([hit for hit in hits if hit.session != self._scope.session], hits.trace, hits.questions)
        offered = [*offers.of(hits, budget), *offers.of_summaries(self._recaps)]
        packed = Packing(
            budget=budget,
            caps=self._caps(),
            line_tokens=self._line_tokens,
            heading_tokens=self._heading_tokens,
        ).fill(offered)
        self._trace.append(
            f"{len(offered)} offers from {len(hits)} hits, {offers.repeated} said already, "
            f"{offers.untrusted} not trusted enough, "
            f"{sum(packed.left_out.values())} did not fit"
        )
        return [
            self._section(
                name,
                self._ordered(name, packed, offers),
                packed.tokens[name],
                left_out=packed.left_out[name],
                stable=False,
            )
            for name in layout.asked
            if packed.lines.get(name)
        ]

    def _caps(self) -> dict[str, int]:
        """Of a section's own budget; with a common one, only what retells others is held back."""
        layout = self._layout
        if self._limit is not None:
            return {"recaps": int(self._limit * layout.recap_share)}
        return {
            "excerpts": layout.excerpt_tokens,
            "documents": layout.excerpt_tokens,
            "memories": layout.memory_tokens,
            "recaps": layout.summary_tokens,
        }

    def _ordered(self, name: str, packed: Packed, offers: Offers) -> Sequence[Line]:
        found = packed.lines[name]
        if name == "excerpts":
            return lines.chronological(found, offers.places)
        return lines.grouped(found) if name == "memories" and self._layout.group else found

    # --- counting and writing -----------------------------------------------------------------------------------

    def _count(self, text: str) -> int:
        return self._tokenizer.count(text)

    def _line_tokens(self, section: str, line: Line) -> int:
        return self._row_tokens(self._form.line(section, line))

    def _heading_tokens(self, section: str, heading: str) -> int:
        """A heading's tokens with its line end; the empty one is the section's title."""
        if section == "excerpts":
            heading = lines.without_year(heading)
        text = self._form.heading(section, heading) if heading else self._form.title(section, TITLES[section])
        return self._row_tokens(text) if text else 0

    def _row_tokens(self, text: str) -> int:
        """What a row adds to a text: a tokenizer sees the end of the row before it and its beginning together."""
        return self._count(f"{_BEFORE}\n{text}") - self._before

    def _section(
        self, name: str, given: Sequence[Line], tokens: int, *, left_out: int = 0, stable: bool = True
    ) -> Section:
        title = self._of._domain.title if name == "domain" and self._of._domain is not None else TITLES[name]
        return Section(name=name, title=title, lines=tuple(given), tokens=tokens, left_out=left_out, stable=stable)

    def _opening_only(self) -> list[Section]:
        """A context with one empty line: what the frame costs."""
        return [Section(name="excerpts", title="", lines=(Line(text=""),), tokens=0)]

    def _fitted(self, sections: list[Section]) -> tuple[list[Section], str, int]:
        """The sections, written and counted. Counted line by line, tokens can be off by a few: then the least useful
        lines of the last section go until the whole fits."""
        while True:
            text = self._written(sections)
            tokens = self._count(text)
            last = _to_cut(sections)
            if self._limit is None or tokens <= self._limit or last is None:
                return sections, text, tokens
            shorter = self._without(sections[last], tokens - self._limit)
            sections = [*sections[:last], *([shorter] if shorter.lines else []), *sections[last + 1 :]]

    def _without(self, section: Section, excess: int) -> Section:
        """Without its least useful lines, so many tokens of them."""
        rest, freed = list(section.lines), 0
        for least in sorted(section.lines, key=lambda line: line.score or 0.0):
            if freed >= excess:
                break
            freed += self._line_tokens(section.name, least)
            rest.remove(least)
        gone = len(section.lines) - len(rest)
        return replace(section, lines=tuple(rest), tokens=section.tokens - freed, left_out=section.left_out + gone)

    def _written(self, sections: Sequence[Section]) -> str:
        text = self._form.whole(sections, self._layout.opening)
        return render.fenced(text) if self._layout.fence and self._form.fenced else text

    def _messages(self, sections: Sequence[Section]) -> tuple[Mapping[str, str], ...]:
        """What is stable, for the system prompt; what answers the question, to stand before the last user message."""
        parts = [
            self._written([section for section in sections if section.stable]),
            self._written([section for section in sections if not section.stable]),
        ]
        return tuple({"role": "system", "content": part} for part in parts if part)


_BEFORE = "x"
_CUT_LAST = ("question", "date")
_NEVER_CUT = "overrides"


def _to_cut(sections: Sequence[Section]) -> int | None:
    """Which section gives way next: the last one; when they are gone the question to be asked, then the date."""
    names = [section.name for section in sections]
    for at in reversed(range(len(names))):
        if names[at] not in (*_CUT_LAST, _NEVER_CUT):
            return at
    return next((names.index(name) for name in _CUT_LAST if name in names), None)


def _sessions(hits: Hits) -> dict[str, float]:
    """The conversations that hits come from, with the best score of each: the best ones."""
    best: dict[str, float] = {}
    for hit in hits:
        if hit.session is not None:
            best[hit.session] = max(hit.score, best.get(hit.session, 0.0))
    return dict(sorted(best.items(), key=lambda pair: -pair[1])[:RECAP_SESSIONS_MAX])


def _least(*limits: int | None) -> int | None:
    given = [limit for limit in limits if limit is not None]
    return min(given) if given else None
