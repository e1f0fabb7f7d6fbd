/** What can go wrong: every error of this package is a `RecollectError` with a stable `code`. */

export interface FieldProblem {
  /** Where it is: body.tags.0, query.limit. */
  field: string;
  message: string;
}

export class RecollectError extends Error {
  /** Stable; the list is in the documentation. `unreachable` and `timeout` are the client's own. */
  readonly code: string;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** Seconds after which the same request may pass; null where the server does not say. */
  readonly retryAfter: number | null;
  readonly errors: readonly FieldProblem[];
  /** For the server's log. */
  readonly requestId: string | null;

  constructor(
    message: string,
    about: {
      code: string;
      status?: number;
      retryAfter?: number | null;
      errors?: readonly FieldProblem[];
      requestId?: string | null;
      cause?: unknown;
    },
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.name = "RecollectError";
    this.code = about.code;
    this.status = about.status ?? 0;
    this.retryAfter = about.retryAfter ?? null;
    this.errors = about.errors ?? [];
    this.requestId = about.requestId ?? null;
  }
}

/** The error an answer stands for. */
export async function refusal(response: Response, url: string): Promise<RecollectError> {
  const text = await response.text().catch(() => "");
  const about = {
    status: response.status,
    retryAfter: secondsOf(response),
    requestId: response.headers.get("x-request-id"),
  };
  const body = parsed(text);
  if (body === null || typeof body.code !== "string" || typeof body.detail !== "string") {
    const said = `${url} answered ${response.status} and not as Recollect does; is this its address?`;
    return new RecollectError(said, { ...about, code: "unreachable" });
  }
  if (body.code === "not_found" && body.detail.startsWith("Not Found")) {
    const said = `no Recollect server answers at ${url}, or one that is older than this client; check its address and path`;
    return new RecollectError(said, { ...about, code: "unreachable" });
  }
  const errors = Array.isArray(body.errors) ? (body.errors as FieldProblem[]) : [];
  return new RecollectError(body.detail, { ...about, code: body.code, errors });
}

/** What an answer says; a page of something in between is none. */
export async function answerOf<Answer>(response: Response, url: string): Promise<Answer> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Answer;
  } catch (error) {
    const said = `${url} answered with something that is not JSON; is it Recollect?`;
    throw new RecollectError(said, { code: "unreachable", status: response.status, cause: error });
  }
}

export function secondsOf(response: Response): number | null {
  const said = response.headers.get("retry-after");
  const seconds = said === null || said.trim() === "" ? NaN : Number(said);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

function parsed(text: string): { code?: unknown; detail?: unknown; errors?: unknown } | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : null;
  } catch {
    return null;
  }
}
