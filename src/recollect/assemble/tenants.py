"""Many tenants in one process: one store, one worker, and an engine for each tenant that somebody asked for.

An engine is small: what is large (embedders, columns of spaces) is shared. A tenant's own settings lie in the database
and are looked at again every second, so that every process follows a change made by any of them. Where the store has
notices and somebody asked to `follow` them, processes hear of each other's changes and jobs at once.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import chain

from recollect import config
from recollect.assemble import Common, Engine, engine, open_store
from recollect.assemble.embedders import first_name, own_static_model
from recollect.assemble.hot import hot_tier
from recollect.assemble.models import utc_now
from recollect.assemble.vectors import vector_tier
from recollect.assemble.waiting import Waiting
from recollect.config import Settings
from recollect.contracts.hot_tier import Limit, Taken
from recollect.engine.degraded import degraded
from recollect.engine.keys import ApiKeys
from recollect.engine.vectors.tier import VectorTier
from recollect.errors import ConfigError, NotConfigured, RecollectError, StoreBusy, StoreError
from recollect.jobs.lull import Traffic
from recollect.jobs.runner import Heart
from recollect.jobs.worker import Worker
from recollect.model.batch import Problem
from recollect.model.notice import JOBS, KEYS, SETTINGS, Notice
from recollect.model.scope import Scope

ENGINES_MAX = 1000
"""Tenants whose engine is kept; the one that was not asked for longest goes first."""
LOOK_AGAIN_S = 1.0
"""After this long, a tenant's settings in the database are compared with those in use."""
POLL_S = 1.0
"""How often the worker looks for jobs of other processes and for what has become due."""
TENANTS_A_ROUND = 100
BUNDLED_DIM = 256
"""Dimensions of the bundled embedder."""
FILE = "file"
"""What a check calls a problem of the whole file."""
log = logging.getLogger("recollect.tenants")


@dataclass(kw_only=True)
class _Held:
    engine: Engine
    overrides: dict[str, object]
    looked: float
    problem: str | None = None


class Tenants:
    """Engines by tenant over one store, and the worker that does everybody's jobs."""

    def __init__(
        self,
        settings: Settings,
        *,
        url: str,
        clock: Callable[[], datetime] = utc_now,
        monotonic: Callable[[], float] = time.monotonic,
        poll_s: float = POLL_S,
    ) -> None:
        self._settings = settings
        self._url = url
        self._clock = clock
        self._monotonic = monotonic
        self.store = open_store(settings, url)
        self._heart = Heart(self.store, clock, lease_s=settings.job_lease_s)
        self.hot = hot_tier(settings, self.store)
        vectors = vector_tier(settings, self.store)
        self._tier, self._tier_unusable = vectors
        self._common = Common(self.store, self._heart, self.hot, vectors)
        self._lock = threading.RLock()
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self.traffic = Traffic(monotonic)
        self._worked_last = ""
        """Of more tenants than a round holds: the last one that had its turn. The next round goes on after it."""
        self._busy: set[str] = set()
        """Tenants that were passed over, and nobody need be told again."""
        self._listeners: list[Callable[[], None]] = []
        self._changes = 0
        """How often settings were heard to have changed: what was read before that is not believed."""
        self.waiting = Waiting()
        self._keeps_files = False
        self.keys = ApiKeys(self.store, clock)
        self.worker = Worker(self.work, rhythm=self._schedule, lives_on_s=0.0, poll_s=poll_s)

    @property
    def settings(self) -> Settings:
        """What holds for every tenant that has set nothing itself."""
        return self._settings

    def now(self) -> datetime:
        return self._clock()

    def embedder(self) -> tuple[str, int | None]:
        """Name and dimensions of the embedder that answered last, else of the one that would be asked; None: not known
        before its first use. Makes none and asks nobody, so that it can be told with every sign of life."""
        answered = self._common.embedding(self._settings, self._clock)[0].answered
        if answered is not None:
            return answered.name, answered.dim
        name = first_name(self._settings)
        if name == "synthetic":
            return name, self._settings.synthetic_dim
        bundled = BUNDLED_DIM if name == "static" and not own_static_model(self._settings) else None
        return name, self._settings.embedder_dim or bundled

    def require_usable(self, settings: Settings) -> None:
        """Refuse (`ConfigError`) settings no engine can be made with: a function that cannot be imported, a file that
        is not there. One is made and let go, so that nothing has to know which settings those are."""
        try:
            engine(replace(settings, worker="off"), url=self._url, clock=self._clock, common=self._common)
        except StoreError:
            return  # says nothing about the settings
        except ConfigError:
            raise
        except RecollectError as error:
            raise ConfigError(str(error)) from error

    def use(self, settings: Settings) -> None:
        """Other settings from now on; what was begun ends with the old ones. The store stays the same."""
        with self._lock:
            self._settings = replace(settings, store=self._settings.store)
            for held in self._held.values():
                held.looked = -LOOK_AGAIN_S
                held.overrides = {"": None}  # unlike any: the engine is made anew
        for listener in self._listeners:
            listener()

    def engine(self, tenant: str) -> Engine:
        """The engine of a tenant, with the settings it has now."""
        now = self._monotonic()
        with self._lock:
            held = self._held.get(tenant)
            if held is not None:
                self._held.move_to_end(tenant)
                if now - held.looked < LOOK_AGAIN_S:
                    return held.engine
        return self._looked(tenant, now)[1]

    def in_force(self, tenant: str) -> tuple[dict[str, object], Settings]:
        """What a tenant has set, names of surfaces too, and the settings that makes: both of one look."""
        own, made = self._looked(tenant, self._monotonic())
        return own, made.settings

    def _looked(self, tenant: str, now: float) -> tuple[dict[str, object], Engine]:
        with self._lock:
            changes = self._changes
        overrides = self.store.tenant_settings(Scope(tenant=tenant))
        with self._lock:
            if changes != self._changes:
                now = -LOOK_AGAIN_S
            held = self._held.get(tenant)
            if held is not None and held.overrides == overrides:
                held.looked = now
                return overrides, held.engine
            return overrides, self._make(tenant, overrides, now)

    def _make(self, tenant: str, overrides: dict[str, object], now: float) -> Engine:
        made, problem = self._engine(tenant, overrides)
        old = self._held.pop(tenant, None)
        if problem is not None:
            log.warning("tenant.settings_refused", extra={"tenant": tenant, "reason": problem})
        if self._keeps_files and made.files.configured:
            made.files.start()
        if self._settings.worker == "on":
            made.bell.listen(self.worker.wake)
        self._held[tenant] = _Held(engine=made, overrides=overrides, looked=now, problem=problem)
        if old is not None:
            _let_go(old.engine)
        while len(self._held) > ENGINES_MAX:
            _let_go(self._held.popitem(last=False)[1].engine)
        return made

    def keep_files(self) -> None:
        """Follow the files of the workspace, which is that of the tenant whom the settings name, until `close`."""
        self._keeps_files = True
        kept = self.engine(self._settings.tenant).files
        if kept.configured:
            kept.start()

    def _base(self, tenant: str) -> Settings:
        """The settings of a tenant that has set nothing itself."""
        own = tenant == self._settings.tenant  # files of this machine are this tenant's, and nobody else's
        return replace(
            self._settings,
            tenant=tenant,
            worker="off",
            transcripts=self._settings.transcripts if own else "off",
            workspace=self._settings.workspace if own else None,
        )

    def _engine(self, tenant: str, overrides: Mapping[str, object]) -> tuple[Engine, str | None]:
        """An engine with the settings of a tenant, and why its own are left out, where they cannot be used: an older
        or newer program wrote them, or they do not go with those of the server."""
        base = self._base(tenant)
        make = partial(engine, url=self._url, clock=self._clock, common=self._common)
        try:
            return make(config.with_overrides(base, _own(overrides))), None
        except ConfigError as error:
            problem = str(error)
        try:
            return make(base), problem
        except ConfigError as error:  # nobody who asks can mend it
            raise NotConfigured(f"the settings of this server cannot be used: {error}") from error

    def problem(self, tenant: str) -> str | None:
        """Why a tenant's own settings are not in use, when they are not."""
        self.engine(tenant)
        with self._lock:
            held = self._held.get(tenant)
            return None if held is None else held.problem

    def set(self, tenant: str, values: Mapping[str, object]) -> Settings:
        """Change a tenant's own settings; None takes one away. Refused as a whole when one cannot be used.

        A name with a dot is a surface's own: kept for it, and no setting of the engine.
        """
        scope = Scope(tenant=tenant)
        kept = {name: value for name, value in values.items() if "." in name}
        changes = {name: value for name, value in values.items() if "." not in name}
        overrides = config.merged_overrides(_own(self.store.tenant_settings(scope)), changes)
        settings = config.with_overrides(self._base(tenant), overrides)
        if "extraction" in changes:
            config.require_extractor(settings)
        self.require_usable(settings)
        self.store.put_tenant_settings(scope, {name: overrides.get(name) for name in changes} | kept)
        with self._lock:
            if tenant in self._held:
                self._held[tenant].looked = -LOOK_AGAIN_S
        for listener in self._listeners:
            listener()
        return settings

    def listen(self, listener: Callable[[], None]) -> None:
        """Told when settings have changed, and when keys of others' making have: engines and principals that were given
        out may no longer be the right ones."""
        self._listeners.append(listener)

    def follow(self) -> None:
        """Hear of what other processes write, until `close`, where the store has a way; for processes that live on."""
        if self.store.notices is not None:
            self.store.notices.listen(self._hear)

    def _hear(self, notice: Notice) -> None:
        """From the thread that hears. Of what was done here, only who waits for changes does not know yet."""
        self.waiting.wake(notice)
        if notice.own:
            return
        if notice.of(JOBS) and self.worker.running:
            self.worker.wake()
        if notice.of(SETTINGS):
            with self._lock:
                self._changes += 1
                for tenant, held in self._held.items():
                    if notice.of(SETTINGS, tenant):
                        held.looked = -LOOK_AGAIN_S
        if notice.of(SETTINGS) or notice.of(KEYS):
            for listener in self._listeners:
                listener()

    def own(self, tenant: str) -> dict[str, object]:
        """What a tenant has set, names of surfaces too."""
        return self.store.tenant_settings(Scope(tenant=tenant))

    # --- the hot tier -------------------------------------------------------------------------------------------

    def take(self, caller: str, per_minute: int) -> Taken | None:
        """One request of a caller, counted for all processes; None: the hot tier cannot be asked."""
        return None if self.hot is None else self.hot.take([Limit(f"requests {caller}", per_minute)], 1)

    def degraded(self) -> tuple[str, ...]:
        """What works with less than was set up, and why: `redis: …`, `vectors: …`."""
        return degraded(self.store, hot=self.hot, tier=self._tier, tier_unusable=self._tier_unusable)

    # --- jobs ---------------------------------------------------------------------------------------------------

    def work(self) -> bool:
        """One job of each tenant that has any, so that none waits for another's thousands. False: nothing to do."""
        done = False
        now = self._clock()
        due = self.store.tenants_due(now, limit=TENANTS_A_ROUND, after=self._worked_last)
        self._worked_last = due[-1][0] if len(due) == TENANTS_A_ROUND else ""
        for tenant, since in sorted(due, key=lambda one: one[1]):
            self.traffic.lull((now - since).total_seconds())
            if self.worker.stopping:
                break
            done = self._worked(tenant) or done
        if not done and self._tier is not None:
            self._nudge(self._tier)
        return done

    def _worked(self, tenant: str) -> bool:
        """One job of a tenant. Where somebody holds what it is about, the others do not wait for him; that is told
        once, until it is over."""
        try:
            found = self._reached(tenant)
            done = found is not None and found.jobs.work()
        except StoreBusy as error:
            if tenant not in self._busy:
                self._busy.add(tenant)
                log.warning("tenant.passed_over", extra={"tenant": tenant, "reason": str(error)})
            return False
        self._busy.discard(tenant)
        return done

    def _reached(self, tenant: str) -> Engine | None:
        """The engine of a tenant, for the worker; None, and a line in the log: it cannot be made now, and the others
        do not wait for it."""
        try:
            return self.engine(tenant)
        except NotConfigured as error:
            log.warning("tenant.passed_over", extra={"tenant": tenant, "reason": str(error)})
            return None

    def _nudge(self, tier: VectorTier) -> None:
        """Tenants that were active here may have changes that the tier has not heard of."""
        with self._lock:
            held = list(self._held.items())
        for tenant, one in held:
            tier.nudge(Scope(tenant=tenant), one.engine.signature())

    def _schedule(self) -> None:
        """What the settings of now say comes periodically."""
        for tenant in self.store.tenants() if self._settings.schedule == "on" else ():
            if (found := self._reached(tenant)) is not None:
                found.schedule.tick()
        if self._settings.transcripts == "on":
            self.engine(self._settings.tenant).transcripts.tick()

    def doctor(self, tenant: str | None = None, *, repair: bool = False) -> dict[str, list[Problem]]:
        """What is wrong with each tenant, or with one. The file is everybody's and looked at first: one that stays
        damaged says nothing reliable about the others, and is not written to."""
        every = sorted({*self.store.tenants(), self._settings.tenant}) if tenant is None else [tenant]
        found: dict[str, list[Problem]] = {}
        for name in every:
            if any(one.code == FILE and not one.repaired for one in chain.from_iterable(found.values())):
                break
            found[name] = self.engine(name).care.doctor(Scope(tenant=name), repair=repair, whole=not found)
        return found

    def close(self) -> None:
        """Finish what runs, write what is buffered, let go of the store."""
        self.worker.close()
        with self._lock:
            held = list(self._held.items())
            self._held.clear()
        for _, one in held:
            one.engine.close()
        self._heart.stop()
        if self.hot is not None:
            self.hot.close()
        if self._tier is not None:
            self._tier.settle(*(Scope(tenant=tenant) for tenant, _ in reversed(held)))
            self._tier.close()
        self.store.close()


def _let_go(engine: Engine) -> None:
    """Of an engine that is no longer the right one; calls that were begun end with it. A sync that is under way ends
    after its batch, and nobody waits for it here."""
    if engine.files.configured:
        threading.Thread(target=engine.files.close, name="recollect-files-end", daemon=True).start()
    engine.recall.flush()


def _own(overrides: Mapping[str, object]) -> dict[str, str]:
    """Without what surfaces keep for themselves."""
    return {name: str(value) for name, value in overrides.items() if "." not in name}
