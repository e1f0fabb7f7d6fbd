"""One context in the making: what is always there, what the question found, what of it fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from recollect.contracts.store import Reader
from recollect.engine.ageing import in_time
from recollect.engine.contexts import domain, retold
from recollect.engine.contexts.means import Means
from recollect.engine.contexts.search import wanted
from recollect.engine.contexts.standing import CHANGES_BY_ITSELF, Fitted, Standing, earliest
from recollect.engine.contexts.told import without
from recollect.engine.profiles import still_true
from recollect.model.context import Context, Line, Section
from recollect.model.counted import counted
from recollect.model.graph import KnownRelation
from recollect.model.query import Filter, Hits
from recollect.model.record import Record
from recollect.model.scope import Scope
from recollect.model.tier import SpaceStamp
from recollect.read.context import lines, render
from recollect.read.context.base import Base, gather, next_change, next_expiry, next_too_old, sessions_of
from recollect.read.context.layouts import OWN_LAYOUT, TITLES, Layout
from recollect.read.context.offers import Offers, caps
from recollect.read.context.pack import Packed, Packing, fill_in_order
from recollect.read.context.sheet import Sheet

BASE_TOKENS_MIN = 100
"""Beside a question's answer, a profile or relations that had to be cut to less than this are left out: scraps tell
nothing."""
RELATIONS_MAX = 40
QUESTION_SHARE = 0.03
"""What of a budget a question to the user may take."""


class Building:
    """One context in the making."""

    def __init__(
        self, means: Means, scope: Scope, query: str | None, format: str, layout: Layout, now: datetime
    ) -> None:
        """`now` is shown in the zone it is given in."""
        self._means = means
        self._scope = scope
        self._query = query
        self._format = format
        self._layout = layout
        self._now = now.astimezone(UTC)
        self._shown_now = now
        self._tokenizer = means.tokenizer()
        form: render.Form = render.Joined() if layout.joined else render.FORMS[format]
        self._sheet = Sheet(form, layout, self._tokenizer.count, in_two=format == "messages")
        self._trace: list[str] = []
        self._question: Line | None = None
        self._recaps: tuple[tuple[Record, float], ...] = ()
        self._known: tuple[Record, ...] = ()
        """What is told whatever is asked, in the order it gets a place."""
        self._relations: list[KnownRelation] = []
        self._fields: Mapping[Line, frozenset[str]] = {}
        """The lines of a domain, and the memories that each tells."""
        self._retold: set[str] = set()
        """Memories that profile, relations and a domain tell in full."""
        self._repeated: tuple[Line, ...] = ()
        """Those that would have had a line, as it would have been told."""
        self.fresh_until: datetime | None = None
        """When something in it expires, begins or is over."""
        self.searched: list[tuple[SpaceStamp, ...]] = []
        """The spaces as each part of the search has read them."""
        self._cutoffs: Mapping[str, datetime] = {}
        """Layer -> what was made before that the search has hidden."""

    def context(self) -> Context:
        layout, query = self._layout, self._query
        hits = self._search(query) if query is not None else None
        frame = self._frame_tokens() if self._sheet.limit is not None else 0
        base_names = layout.base if query is None else layout.base_when_asked
        base = self._base(base_names, frame, hits)
        clarified = self._to_be_clarified()
        spent = frame + sum(section.tokens for section in (*base, *clarified))
        asked: list[Section] = []
        if query is not None and hits is not None:
            asked = self._asked(hits, query, base, None if self._sheet.limit is None else self._sheet.limit - spent)
        asked += clarified
        sections, text, tokens, messages = self._sheet.fitted([*base, *asked])
        limit = self._sheet.limit
        over = " (standing instructions are never cut)" if limit is not None and tokens > limit else ""
        self._trace.append(f"{len(sections)} sections, {tokens} tokens of {limit or 'no limit'}{over}")
        return Context(
            text=text,
            sections=tuple(sections),
            tokens=tokens,
            tokenizer=self._tokenizer.name,
            format=self._format,
            messages=messages,
            question=self._question.text if self._question is not None else None,
            trace=tuple(self._trace),
            retold=self._repeated if all(section in sections for section in base) else (),
        )

    def _frame_tokens(self) -> int:
        """What tags and opening cost: the same for every context of a layout."""
        layout = self._layout
        key = (self._tokenizer, self._format, layout.joined, layout.opening, layout.fence)
        tokens = self._means.frames.get(key)
        if tokens is None:
            tokens = self._sheet.frame_tokens
            self._means.frames.put(key, tokens)
        return tokens

    def _to_be_clarified(self) -> list[Section]:
        """What the user should be asked, where it is small beside the rest; `Context.question` says it anyway."""
        if self._question is None or "question" not in self._layout.asked:
            return []
        tokens = self._sheet.line_tokens("question", self._question) + self._sheet.heading_tokens("question", "")
        limit = self._sheet.limit
        if limit is not None and tokens > limit * QUESTION_SHARE:
            return []
        return [self._section("question", [self._question], tokens, stable=False)]

    # --- the parts ----------------------------------------------------------------------------------------------

    def _search(self, query: str) -> Hits | None:
        """What was said and what is known are asked for apart: turns are ranked worse among memories, which are short
        and alike."""
        parts = wanted(self._layout)
        if not parts:
            return None
        options: dict[str, Any] = {"tokens_max": None} if self._layout.name == "omniroute" else {}
        if self._layout.window:
            options["window"] = self._layout.window
        found = self._means.recall.search_apart(
            query,
            self._scope,
            parts,
            now=self._now,
            preset=None if self._layout.name == OWN_LAYOUT else self._layout.name,
            options=options,
            told=self._told,
        )
        for part, answer in zip(parts, found, strict=True):
            self._trace.extend(f"search {', '.join(part.filter.layers)}: {stage}" for stage in answer.hits.trace.stages)
        self.searched += [answer.spaces for answer in found]
        self._cutoffs = found[0].cutoffs
        hits = [hit for answer in found for hit in answer.hits]
        if self._layout.skip_session and self._scope.session is not None:
            hits = [hit for hit in hits if hit.session != self._scope.session]
        if self._layout.skip_turns:
            hits = without(hits, frozenset(self._layout.skip_turns), self._reading)
        return Hits(hits, found[0].hits.trace, found[0].hits.questions)

    @property
    def _told(self) -> frozenset[str]:
        """Turns that the model reads anyway, and the session, where it does so with all of them."""
        session = [self._scope.session] if self._layout.skip_session and self._scope.session is not None else []
        return frozenset((*self._layout.skip_turns, *session))

    def _reading(self) -> AbstractContextManager[Reader]:
        """The columns that the search has read just now."""
        parts = self._means.parts
        return parts.store.reading(self._scope, signature=parts.embedding.signature(), matrix=parts.tier is None)

    @property
    def _recaps_wanted(self) -> bool:
        """Where room is scarce, retellings stand back behind what they retell."""
        return "recaps" in self._layout.asked and self._sheet.limit is None

    def _base(self, names: Sequence[str], frame: int, hits: Hits | None) -> list[Section]:
        """The sections that do not depend on the question, each within its own budget and the common one."""
        layout, standing = self._layout, self._standing(names, hits)
        found, left = standing.base, None
        if self._sheet.limit is not None:
            share = 1.0 if self._query is None else layout.base_share
            left = min(self._sheet.limit - frame, int(self._sheet.limit * share))
        self._recaps = found.recaps
        self._known = found.working if layout.all_known else ()
        sections = []
        for name in names:
            section = self._base_section(name, standing, left)
            if section is None:
                continue
            if left is not None and name not in ("date", "overrides"):
                left = max(0, left - section.tokens)
            sections.append(section)
        return self._told_once(sections, found.working)

    def _told_once(self, sections: list[Section], known: Sequence[Record]) -> list[Section]:
        """Without memories of which a relation that got a place says everything."""
        named = {section.name: section for section in sections}
        working, related = named.get("working"), named.get("relationships")
        if working is None or related is None:
            return sections
        told = retold.by_relations(self._relations, related.lines, known)
        self._retold |= told
        repeated = tuple(line for line in working.lines if line.id in told)
        if not repeated:
            return sections
        self._repeated += repeated
        left = [line for line in working.lines if line.id not in told]
        shorter = replace(working, lines=tuple(left), tokens=self._filled("working", left, None)[1])
        sections = [shorter if section is working else section for section in sections]
        return [section for section in sections if section.lines]

    def _standing(self, names: Sequence[str], hits: Hits | None) -> Standing:
        """What the sections are made of: as it was gathered last, where nothing in it has changed since."""
        means, layout, now = self._means, self._layout, self._now
        sessions = sessions_of(hits) if hits is not None and self._recaps_wanted else {}
        wanted = (*names, "working") if layout.all_known else tuple(names)
        filter = in_time(means.parts, Filter(), now)
        stays = not sessions and not filter.cutoffs and CHANGES_BY_ITSELF.isdisjoint(wanted)
        sections = (wanted, layout.trust_min)
        with self._reading() as reader:
            stamp = tuple(space.columns.besides_turns for space in reader.spaces)
            known = means.standings.get(self._scope, sections, stamp, now) if stays else None
            base = known.base if known is not None else gather(
                reader,
                self._scope,
                filter,
                now=now,
                wanted=wanted,
                summary_days=layout.summary_retention_days,
                trust_min=layout.trust_min,
                sessions=sessions,
            )  # fmt: skip
            changes = next_change((hit.record for hit in hits or ()), now)
            days = layout.summary_retention_days if "summaries" in wanted else 0.0
            too_old = next_too_old(reader, now, (filter.cutoffs, self._cutoffs), summary_days=days)
            self.fresh_until = earliest((next_expiry(reader, now), too_old, changes), now)
            if "relationships" in names:
                self._relations = means.graph.key_relations(reader, RELATIONS_MAX, now=now, trust_min=layout.trust_min)
            if base.pending:
                self._question = next((lines.of_question(one.question) for one in reader.questions()), None)
        if known is not None:
            self.fresh_until = earliest((self.fresh_until, known.until), now)
            return known
        true = [
            still_true(means.parts, self._scope, one, now, means.profiles, stamp, trust_min=layout.trust_min)
            for one in base.profiles
        ]
        self.fresh_until = earliest((self.fresh_until, base.until, *(ends for _, ends in true)), now)
        base = replace(base, profiles=tuple(profile for profile, _ in true if profile is not None))
        standing = Standing(base=base, stamp=stamp, since=now, until=self.fresh_until)
        if stays:
            means.standings.put(self._scope, sections, standing)
        return standing

    def _base_section(self, name: str, standing: Standing, left: int | None) -> Section | None:
        found = standing.base
        given, cap = self._lines_of(name, found)
        budget = None if name in ("date", "overrides") else _least(cap, left)
        chosen, tokens, told = self._fitting(name, given, budget, standing)
        left_out = len(given) - len(chosen)
        if left_out:
            self._trace.append(f"{name}: {left_out} lines did not fit into {budget} tokens")
        beside = self._query is not None and name in ("profile", "relationships")
        if not chosen or (beside and left_out and budget is not None and budget < BASE_TOKENS_MIN):
            return None
        self._retold |= told
        ordered = lines.grouped(chosen, oldest_first=self._layout.all_known) if name == "working" else chosen
        return self._section(name, ordered, tokens, left_out=left_out)

    def _fitting(self, name: str, given: list[Line], budget: int | None, standing: Standing) -> Fitted:
        """The lines that fit. A profile is long and the same for many questions: what of it fits is kept with it."""
        key = (budget, self._format, self._layout.joined)
        kept = standing.fitted.get(key) if name == "profile" else None
        if kept is None:
            chosen, tokens = self._filled(name, given, budget)
            if name == "profile":
                base = standing.base
                kept = chosen, tokens, retold.by_profiles(base.profiles, given, chosen, base.working)
                standing.fitted.put(key, kept)
            else:
                kept = chosen, tokens, frozenset(id for line in chosen for id in self._fields.get(line, ()))
        return kept

    def _filled(self, name: str, given: Sequence[Line], budget: int | None) -> tuple[list[Line], int]:
        return fill_in_order(
            given,
            budget=budget,
            line_tokens=lambda line: self._sheet.line_tokens(name, line),
            heading_tokens=lambda heading: self._sheet.heading_tokens(name, heading),
        )

    def _lines_of(self, name: str, found: Base) -> tuple[list[Line], int | None]:
        """The lines of a base section in the order they get a place, and its own budget."""
        layout = self._layout
        if name == "date":
            return [lines.of_date(self._shown_now)], None
        if name == "overrides":
            return [lines.of_plain(record) for record in found.overrides], None
        if name == "profile":
            return [line for record in found.profiles for line in lines.of_profile(record)], layout.profile_tokens
        if name == "working":
            left = [retold.besides(record, self._retold) for record in found.working]
            told = [record for record, rest in zip(found.working, left, strict=True) if rest is None]
            self._repeated += tuple(lines.of_memory(one, group=layout.group, now=self._now) for one in told)
            told_as = [lines.of_memory(one, group=layout.group, now=self._now) for one in left if one is not None]
            return told_as, layout.working_tokens
        if name == "summaries":
            return [lines.of_summary(record) for record in found.summaries], layout.summary_tokens
        if name == "domain":
            schema = self._means.domain
            if schema is not None:
                self._fields = domain.lines_of(self._means.parts, schema, self._scope, self._now)
            return list(self._fields), None
        return [lines.of_relation(one) for one in self._relations], layout.relationship_tokens

    def _asked(self, hits: Hits, query: str, base: Sequence[Section], budget: int | None) -> list[Section]:
        """The sections that answer the question."""
        layout = self._layout
        related = next((section.lines for section in base if section.name == "relationships"), ())
        self._retold |= (
            retold.by_relations(self._relations, related, (hit.record for hit in hits)) if related else set()
        )
        hits = retold.hits_besides(hits, self._retold)
        offers = Offers(
            layout.asked,
            query=query,
            group=layout.group,
            trust_min=layout.trust_min,
            now=self._now,
            cited=self._means.parts.options.citations,
        )
        offers.know(
            (*self._retold, *(id for section in base for id in section.ids)),
            (line.text for section in base for line in section.lines),
        )
        offered = offers.of(hits, budget)
        self._repeated += tuple(
            lines.of_memory(hit.record, group=layout.group, score=hit.score, now=self._now) for hit in offers.retold
        )
        offered += offers.of_summaries(self._recaps)
        room = max(0, layout.k - len(offered)) if layout.k else None
        offered += offers.of_known(self._known[:room])
        packed = Packing(
            budget=budget,
            caps=caps(layout, offered, budget),
            line_tokens=self._sheet.line_tokens,
            heading_tokens=self._sheet.heading_tokens,
            name_tokens=self._sheet.name_tokens,
            expect=self._tokenizer.expect,
        ).fill(offered)
        self._trace.append(
            f"{counted(len(offered), 'offer')} from {counted(len(hits), 'hit')}, {offers.repeated} said already, "
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

    def _ordered(self, name: str, packed: Packed, offers: Offers) -> Sequence[Line]:
        found = packed.lines[name]
        if name == "excerpts":
            return lines.chronological(found, offers.places)
        if name == "memories" and self._layout.group:
            return lines.grouped(found, oldest_first=self._layout.all_known)
        return found

    def _section(
        self, name: str, given: Sequence[Line], tokens: int, *, left_out: int = 0, stable: bool = True
    ) -> Section:
        schema = self._means.domain
        title = schema.title if name == "domain" and schema is not None else TITLES[name]
        return Section(name=name, title=title, lines=tuple(given), tokens=tokens, left_out=left_out, stable=stable)


def _least(*limits: int | None) -> int | None:
    return min((limit for limit in limits if limit is not None), default=None)
