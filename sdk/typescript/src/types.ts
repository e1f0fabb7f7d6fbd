/**
 * What a Recollect server takes and sends, field by field. The names are those of the server's OpenAPI document; a test
 * compares the two. Times are ISO 8601 text; what a server sends ends in `Z`.
 */

export type Layer = "override" | "profile" | "memory" | "summary" | "turn" | "document";
export type Kind =
  | "fact"
  | "preference"
  | "decision"
  | "correction"
  | "commitment"
  | "relationship"
  | "skill"
  | "event"
  | "procedure"
  | "feeling"
  | "reflection"
  | "note";
export type Status = "active" | "superseded" | "archived" | "pending_review" | "rejected";
export type Sector = "episodic" | "semantic" | "procedural" | "emotional" | "reflective";
export type Source = "user" | "assistant" | "tool" | "document" | "file" | "import" | "system";
export type Role = "read" | "write" | "admin";
export type JobState = "queued" | "running" | "done" | "dead";
export type ContextFormat = "bullets" | "markdown" | "xml" | "json" | "messages";
/** A time to send: a Date, or ISO 8601 text (without a zone: UTC). */
export type Moment = Date | string;
export type Metadata = Record<string, unknown>;

// --- what is sent ----------------------------------------------------------------------------------------------------

/** Whose memory it is about; without a user, the one that all share. */
export interface Labels {
  user?: string;
  agent?: string;
  session?: string;
  project?: string;
}

/** What a memory may be told beside its text. */
export interface Fields {
  kind?: Kind;
  /** A stable name: adding with it again makes a new version. */
  key?: string;
  tags?: string[];
  metadata?: Metadata;
  sectors?: Sector[];
  confidence?: number;
  occurred_at?: Moment;
  valid_from?: Moment;
  valid_until?: Moment;
  expires_at?: Moment;
}

export interface OverrideFields extends Fields {
  strength?: number;
  source?: Source;
  reference?: string;
  id?: string;
}

export interface MemoryFields extends OverrideFields {
  layer?: Layer;
}

export interface Item extends MemoryFields {
  content: string;
}

/** What is to change; null takes a value away. */
export type Changes = { [Name in keyof Fields]?: Fields[Name] | null } & { content?: string; layer?: Layer };

/** One turn, as chat APIs have it. */
export interface Message {
  role?: string;
  content?: unknown;
  name?: string;
  occurred_at?: Moment;
  /** From then on neither it nor what it taught is shown. */
  expires_at?: Moment;
  metadata?: Metadata;
  tags?: string[];
  id?: string;
  [more: string]: unknown;
}

/** Which records; all that are given must hold. */
export interface Filters extends Labels {
  layers?: Layer[];
  kinds?: Kind[];
  tags?: string[];
  metadata?: Metadata;
  sector?: Sector;
  status?: Status[];
  key?: string;
  contains?: string;
  since?: Moment;
  until?: Moment;
  valid_at?: Moment;
  as_of?: Moment;
  include_expired?: boolean;
  only_session?: boolean;
}

export interface ListFilters extends Filters {
  before?: Moment;
}

export interface SearchOptions extends Filters {
  k?: number;
  users?: string[];
  preset?: string;
  /** Changes of the preset for this search. */
  options?: Record<string, unknown>;
  now?: Moment;
  explain?: boolean;
  trace?: boolean;
  dry_run?: boolean;
}

export interface ContextOptions extends Labels {
  format?: ContextFormat;
  tokens_max?: number;
  layout?: string;
  now?: Moment;
  /** A model is told it: what answers the query counts as recalled. */
  used?: boolean;
  /** Changes of the layout for this call. */
  options?: Record<string, unknown>;
}

export interface Page {
  limit?: number;
  offset?: number;
}

export interface NewKeyFields {
  name?: string;
  role?: Role;
  /** Bind it to a user: it then speaks for that user alone. */
  user?: string;
  /** Without it the key stays good until it is revoked. */
  expires_in_days?: number;
  requests_per_minute?: number;
}

// --- what comes back -------------------------------------------------------------------------------------------------

export interface Provenance {
  source: Source;
  reference: string | null;
  trust: number;
}

/** One remembered thing: a memory, a turn, a summary, a profile, an override or a part of a document. */
export interface MemoryRecord {
  id: string;
  content: string;
  /** About how many the text has: a quarter of its characters. */
  tokens: number;
  layer: Layer;
  kind: Kind;
  status: Status;
  user: string | null;
  agent: string | null;
  session: string | null;
  project: string | null;
  role: string;
  speaker: string | null;
  position: number;
  key: string | null;
  tags: string[];
  metadata: Metadata;
  sectors: Sector[];
  confidence: number;
  strength: number;
  original_strength: number;
  strength_at: string;
  decay_rate: number;
  access_count: number;
  occurred_at: string | null;
  valid_from: string | null;
  valid_until: string | null;
  created_at: string;
  updated_at: string;
  expires_at: string | null;
  last_accessed_at: string | null;
  ended_at: string | null;
  version: number;
  previous_version_id: string | null;
  provenance: Provenance;
}

export interface Records {
  records: MemoryRecord[];
  /** How many match, of which this is a page. */
  total: number | null;
}

export interface Decision {
  action: "added" | "reinforced" | "superseded" | "merged" | "kept_both" | "rejected" | "clarify" | "review";
  reason: string;
  memory_id: string | null;
  previous_id: string | null;
  conflict_id: string | null;
  content: string;
}

/** When a record was recalled, and why. */
export interface Recalled {
  at: string;
  question: string;
  /** 1: it was the best hit. */
  rank: number;
  score: number;
  why: string;
}

/** What was stored, and what was decided about it. */
export interface Added {
  ids: string[];
  session: string | null;
  /** The job that learns from a conversation. */
  job_id: string | null;
  job_ids: string[];
  note: string | null;
  records: MemoryRecord[];
  memories: MemoryRecord[];
  decisions: Decision[];
}

/** Two statements that cannot both be true. */
export interface Conflict {
  id: string;
  action: "clarify" | "review";
  question: string;
  reason: string;
  user: string | null;
  new_id: string;
  old_id: string;
  created_at: string;
  resolved_at: string | null;
  choice: "new" | "old" | "both" | null;
}

export interface Hit extends MemoryRecord {
  /** 0 to 1. */
  score: number;
  tier: string;
  why: string;
  components: Record<string, number>;
  path: string[];
  window: MemoryRecord[];
  sources: MemoryRecord[];
}

export interface Miss {
  id: string;
  content: string;
  score: number | null;
  dropped_by: string;
}

export interface Trace {
  preset: string;
  embedder: string | null;
  fallback_reason: string | null;
  candidates: number;
  stages: string[];
  missed: Miss[];
}

export interface Hits {
  query: string;
  hits: Hit[];
  note: string | null;
  /** What the user should be asked: two statements contradict each other. */
  questions: Conflict[];
  trace: Trace | null;
}

export interface Line {
  text: string;
  lead: string;
  heading: string;
  id: string | null;
  layer: string;
  kind: string;
  source: string;
  at: string | null;
  score: number | null;
  shortened: boolean;
}

export interface Section {
  name: string;
  title: string;
  tokens: number;
  left_out: number;
  stable: boolean;
  lines: Line[];
}

/** What to put into a prompt. */
export interface Context {
  text: string;
  format: ContextFormat;
  tokens: number;
  tokenizer: string;
  ids: string[];
  question: string | null;
  messages: Record<string, string>[];
  sections: Section[];
  /** What has no line of its own, for profile or relations tell it. */
  retold: Line[];
  trace: string[];
  cached: boolean;
}

export interface Profile {
  text: string;
  version: number;
  /** Memories written since it was made. */
  pending: number;
  record: MemoryRecord | null;
  overrides: MemoryRecord[];
}

export interface Entity {
  id: string;
  name: string;
  type: string;
  aliases: string[];
  others: string[];
  mentions: number;
  created_at: string;
  updated_at: string;
}

export interface Relation {
  source: string;
  relation: string;
  target: string;
  source_id: string;
  target_id: string;
  confidence: number;
  weight: number;
  valid_from: string | null;
  valid_until: string | null;
  created_at: string;
  ended_at: string | null;
  records: string[];
}

/** Another record that a record is linked with. */
export interface Neighbour {
  kind: string;
  outgoing: boolean;
  weight: number;
  record: MemoryRecord;
}

/** A passage of a file of the server's workspace; lines count from 1. */
export interface FileHit {
  path: string;
  start_line: number;
  end_line: number;
  score: number;
  snippet: string;
  source: string;
  citation: string | null;
}

export interface FileHits {
  hits: FileHit[];
  backend: string;
  provider: string | null;
  model: string | null;
  fallback: string | null;
  denied: string | null;
}

export interface FileText {
  path: string;
  text: string;
}

export interface FileProblem {
  path: string;
  reason: string;
}

/** What was done to bring the index in step with the files. */
export interface SyncReport {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  failed: FileProblem[];
  skipped: FileProblem[];
  passages_added: number;
  passages_removed: number;
  seconds: number;
  note: string | null;
  complete: boolean;
}

/** How the index of the workspace stands. */
export interface FilesStatus {
  backend: string;
  workspace: string | null;
  collection: string | null;
  user: string | null;
  files: number;
  passages: number;
  bytes: number;
  watching: boolean;
  syncing: boolean;
  stale: boolean;
  synced_at: string | null;
  last: SyncReport | null;
  last_failure: string | null;
  failed: FileProblem[];
  details: Record<string, unknown>;
}

export interface Waypoint {
  source: string;
  target: string;
  weight: number;
  created_at: string;
}

export interface Walk {
  start: Entity;
  depth: number;
  entities: Entity[];
  distances: Record<string, number>;
  relations: Relation[];
  cut: string | null;
}

/** A document to read: exactly one of `text`, `data` (base64) and `url`. */
export interface DocumentSource {
  text?: string;
  data?: string;
  url?: string;
  name?: string;
  media_type?: string;
}

export interface DocumentFields extends DocumentSource {
  user?: string;
  agent?: string;
  session?: string;
  project?: string;
  metadata?: Record<string, unknown>;
  chunk_tokens?: number;
  chunk_overlap?: number;
  stamp?: string;
}

export interface Document {
  id: string;
  user: string | null;
  agent: string | null;
  session: string | null;
  project: string | null;
  source: string;
  collection: string;
  title: string;
  media_type: string;
  content_hash: string;
  stamp: string;
  fingerprint: string;
  bytes: number;
  passages: number;
  metadata: Record<string, unknown>;
  version: number;
  error: string | null;
  created_at: string;
  updated_at: string;
}

export interface Ingested {
  document: Document;
  action: "added" | "changed" | "unchanged";
  added: number;
  kept: number;
  ended: number;
  notes: string[];
  note: string | null;
}

export interface DocumentSection {
  text: string;
  place: string;
}

export interface Reading {
  media_type: string;
  title: string;
  sections: DocumentSection[];
  metadata: Record<string, unknown>;
  method: string;
  notes: string[];
}

export interface Job {
  id: string;
  job_id: string;
  kind: string;
  state: JobState;
  /** The same in MemoryOS's words. */
  status: "pending" | "processing" | "completed" | "failed";
  user: string | null;
  attempts: number;
  created_at: string;
  run_at: string;
  finished_at: string | null;
  error: string | null;
  result: Record<string, unknown>;
}

export interface Retried extends Job {
  retried: boolean;
}

export interface Deleted {
  removed: number;
}

export interface Swept {
  archived: number;
  reasons: Record<string, number>;
  dry_run: boolean;
  compacted: number;
}

export interface Compaction {
  candidates: number;
  tokens_total: number;
  tokens_saved: number;
  archived: number;
  summary_id: string | null;
  summary_ids: string[];
  dry_run: boolean;
}

export interface Cleared {
  matching: number;
  removed: number;
  dry_run: boolean;
}

export interface Receipt {
  user: string | null;
  everyone: boolean;
  erased_at: string;
  counts: Record<string, number>;
  /** Keys that speak for whoever was erased, and still work. */
  keys_left: number;
}

export interface Imported {
  counts: Record<string, number>;
}

/** One record that was added, changed or deleted; or, with an empty `id`, that all of a user were `erased`: list again. */
export interface Change {
  kind: "added" | "changed" | "deleted" | "erased";
  id: string;
  layer: Layer | null;
  status: Status | null;
  version: number | null;
  user: string | null;
  at: string;
}

export interface ChangeList {
  changes: Change[];
  /** Where to go on from. */
  next: string;
}

/** A change as the feed tells it; `bookmark`, where there is one, is where to go on from. */
export interface ChangeEvent extends Change {
  bookmark: string | null;
}

export interface Stats {
  records: number;
  tokens: number;
  hit_rate: number | null;
  by_layer: Record<string, number>;
  by_kind: Record<string, number>;
  jobs: Record<string, number>;
}

/** Who one is, by one's credential. */
export interface Pong {
  tenant: string;
  user: string | null;
  role: Role;
}

/** An agent that something is remembered of. */
export interface Agent {
  agent: string;
  memories: number;
  turns: number;
  sessions: number;
  /** When something of it was last written. */
  last_at: string;
}

/** One of the five sectors: how it is told, how it ages, and what lies in it. */
export interface SectorState {
  sector: Sector;
  /** Per day. */
  decay_rate: number;
  weight: number;
  /** English words and phrases by which a text shows it. */
  patterns: string[];
  /** Who makes its vectors; null: nobody. */
  embedder: string | null;
  count: number;
  /** The mean of what is left of it. */
  strength: number;
}

export interface Key {
  id: string;
  tenant: string;
  name: string | null;
  hint: string;
  role: Role;
  user: string | null;
  requests_per_minute: number | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface NewKey extends Key {
  /** Its text, told this once. */
  key: string;
}

export interface Setting {
  name: string;
  value: unknown;
  help: string;
  /** Set by the tenant itself. */
  own: boolean;
  kind: "number" | "whole" | "choice" | "pairs" | "text";
  low: number | null;
  high: number | null;
  choices: string[];
  default: unknown;
}

export interface Settings {
  settings: Setting[];
  problem: string | null;
}

export interface AuditEntry {
  id: string;
  at: string;
  key_id: string | null;
  user: string | null;
  verb: string;
  ids: string[];
  count: number;
}
