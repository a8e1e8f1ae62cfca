import type { KeyCredential } from './access.ts';

/** One published error: its status never changes, and its page is made from these words. */
export interface ErrorDefinition {
  status: number;
  title: string;
  /** Whether the same request may succeed later without a change. */
  retryable: boolean;
  /** When it happens, in a sentence. */
  when: string;
  /** What the caller does about it, in a sentence. */
  remedy: string;
}

export type ErrorDefinitions = Readonly<Record<string, ErrorDefinition>>;

export interface FailureOptions {
  /** A sentence for people; the definition's `when` if absent. */
  detail?: string;
  /** Public members of the problem document. */
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** For the log, never for the caller. */
  cause?: unknown;
}

/** An expected refusal. Its code is declared in some `errors.ts`; surfaces render it. */
export class Failure extends Error {
  readonly code: string;
  readonly detail: string | undefined;
  readonly members: Record<string, unknown>;
  readonly headers: Record<string, string>;
  /** Whom it is refused to, where that is known: for the log, never for the caller. */
  key: KeyCredential | null = null;

  constructor(code: string, options: FailureOptions = {}) {
    super(code, { cause: options.cause });
    this.name = 'Failure';
    this.code = code;
    this.detail = options.detail;
    this.members = options.members ?? {};
    this.headers = options.headers ?? {};
  }
}

/** A `fail` for a part that outlives calls. It takes the codes that the part publishes; operations declare them. */
export const failWith =
  <const Code extends string>(_codes: readonly Code[]) =>
  (code: Code, options?: FailureOptions): never => {
    throw new Failure(code, options);
  };

/** One fault of a request, in FastAPI's form. */
export interface ValidationFault {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
}

/** A request that does not have the shape it must have: 422 with every fault listed. */
export class ValidationFailure extends Error {
  readonly faults: ValidationFault[];

  constructor(faults: ValidationFault[]) {
    super('validation failed');
    this.name = 'ValidationFailure';
    this.faults = faults;
  }
}

/** One fault of the input, by the path of the member; empty for the input as a whole. */
export interface MemberFault {
  path: (string | number)[];
  msg: string;
  type: string;
}

/** A rule that the shapes can't say is broken. The kernel says where in the request the members stand. */
export class MemberFailure extends Error {
  readonly faults: MemberFault[];

  constructor(faults: MemberFault[]) {
    super('validation failed');
    this.name = 'MemberFailure';
    this.faults = faults;
  }
}

/** Refuses one member of the input with 422. */
export function failField(path: (string | number)[], msg: string, type = 'value_error'): never {
  throw new MemberFailure([{ path, msg, type }]);
}
