import type { TProperties } from 'typebox';
import type { KeyCredential } from './access.ts';

/** The one member of `Ports` that a refusal needs. `Ports` itself can't be imported: its parts import this file. */
interface UsesPorts {
  use<Value>(port: { readonly name: string; opened(value: Value): object }): Value;
}

/** One published error. Its status never changes. Its documentation page is generated from this text. */
export interface ErrorDefinition {
  status: number;
  title: string;
  /** Whether the same request may succeed later, unchanged. Default: no. */
  retryable?: boolean;
  /** When it happens, in a sentence. */
  when: string;
  /** The caller's remedy, in a sentence. */
  remedy: string;
  /** Members of the problem document, in addition to those that every problem has. */
  members?: TProperties;
  /** Members that follow from the state of the service, not from the call. It must be cheap: some refusals are frequent. */
  supply?: (ports: UsesPorts) => object;
}

export type ErrorDefinitions = Readonly<Record<string, ErrorDefinition>>;

export interface FailureOptions {
  /** A sentence for people. Default: the definition's `when`. */
  detail?: string;
  /** Public members of the problem document. */
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Logged, never shown to the caller. */
  cause?: unknown;
}

/** An expected refusal. An `errors.ts` declares its code, and surfaces render it. */
export class Failure extends Error {
  readonly code: string;
  readonly detail: string | undefined;
  readonly members: Record<string, unknown>;
  readonly headers: Record<string, string>;
  /** The key that was refused, if known: for the log, never for the caller. */
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

/** A `fail` for code outside of a call. It accepts only the codes it lists, and operations declare them. */
export const failWith =
  <const Code extends string>(_codes: readonly Code[]) =>
  (code: Code, options?: FailureOptions): never => {
    throw new Failure(code, options);
  };

/** One fault in a request, in FastAPI's format. */
export interface ValidationFault {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
}

/** The request doesn't match its schema: 422 with every fault listed. */
export class ValidationFailure extends Error {
  readonly faults: ValidationFault[];

  constructor(faults: ValidationFault[]) {
    super('validation failed');
    this.name = 'ValidationFailure';
    this.faults = faults;
  }
}

/** One fault, with the path to the member; an empty path means the whole input. */
export interface MemberFault {
  path: (string | number)[];
  msg: string;
  type: string;
}

/** A fault that the schema can't express. The kernel adds where in the request the member is. */
export class MemberFailure extends Error {
  readonly faults: MemberFault[];

  constructor(faults: MemberFault[]) {
    super('validation failed');
    this.name = 'MemberFailure';
    this.faults = faults;
  }
}

/** A value that a member of the input may not have. */
export const memberFault = (name: string, msg: string): MemberFault => ({
  path: [name],
  msg,
  type: 'value_error',
});

/** Refuses one member of the input with a 422. */
export function failField(path: (string | number)[], msg: string, type = 'value_error'): never {
  throw new MemberFailure([{ path, msg, type }]);
}
