// The fixed vocabularies of records, as the API has them.

export const LAYERS = ["memory", "override", "profile", "summary", "turn", "document"];
export const KINDS = ["fact", "preference", "decision", "correction", "commitment", "relationship", "skill", "event", "procedure", "feeling", "reflection", "note"];
export const SECTORS = ["episodic", "semantic", "procedural", "emotional", "reflective"];
export const STATUSES = ["active", "superseded", "archived", "pending_review", "rejected"];
export const PRESETS = ["recollect", "rrf", "weighted", "composite", "omniroute", "osaurus", "openclaw", "memoryos", "openmemory"];
export const FORMATS = ["bullets", "markdown", "xml", "json", "messages"];
export const LAYOUTS = ["recollect", "osaurus", "memoryos", "omniroute"];
