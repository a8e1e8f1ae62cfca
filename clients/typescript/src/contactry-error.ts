/** The document that every refusal brings (RFC 9457). */
export interface Problem {
  type?: string;
  title?: string;
  status: number;
  /** The problem and what to do about it, in a sentence for people. */
  detail: string;
  code: string;
  request_id: string | null;
}

/** A refusal. Each code has a class of its own, such as `InsufficientCreditsError`, with the members of its problem. */
export class ContactryError extends Error {
  /** The kind of problem. Published codes never change. */
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  /** The problem and what to do about it, in a sentence for people. The `message` is the same. */
  readonly detail: string;
  /** Whether the same call may succeed later. If not, change it first. */
  readonly isRetryable: boolean;
  /** Quote it when you ask for help. */
  readonly requestId: string | null;
  /** Seconds that the service asked to wait, from `Retry-After`. */
  readonly retryAfter: number | null;

  constructor({ code, status, detail, request_id, ...members }: Problem, retryAfter: number | null = null) {
    super(detail);
    const { type: _, title: __, ...own } = members;
    Object.assign(this, own);
    this.name = new.target.name;
    this.code = code;
    this.status = status;
    this.detail = detail;
    // A guess, for the answers of proxies. Classes of codes for which it is wrong say so.
    this.isRetryable = status === 429 || status > 501;
    this.requestId = request_id;
    this.retryAfter = retryAfter;
  }
}

/** One fault of a request, as the service lists them all. */
export interface Fault {
  /** Where it is, such as `['body', 'plan_id']`. */
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
}

/** The request does not have the shape that the operation takes (422). */
export class ValidationError extends ContactryError {
  readonly faults: Fault[];

  constructor(faults: Fault[], requestId: string | null) {
    const detail = faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('\n');
    super({ code: 'validation', status: 422, detail, request_id: requestId });
    this.faults = faults;
  }
}

/** The service could not be reached, or did not answer in time. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** Where the service was looked for, such as `https://contacts.example.com`. */
  readonly origin: string;

  constructor(origin: string, what: string, options?: ErrorOptions) {
    super(`${origin} ${what}.`, options);
    this.origin = origin;
  }
}
