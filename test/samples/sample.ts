import type { Access } from '#core/access.ts';
import type { Customer } from '../support/kit.ts';
import type { MemoryProvider } from '../support/memory-provider.ts';
import type { TestService } from '../support/service.ts';

type Members = Record<string, unknown>;

/** A body that isn't JSON. */
export interface SampleFile {
  text: string;
  contentType: string;
  headers?: Record<string, string>;
}

/**
 * What a good request to an operation needs beyond its `example`, in a file beside it: `grant-credits.sample.ts` for
 * `grant-credits.ts`.
 */
export interface Sample {
  file?: SampleFile;
  /** The status of its answer, if no request gets a good one. */
  status?: number;
  /** Makes what a call needs, before each call; gives the members that name it. */
  prepare?(world: SampleWorld): Members | Promise<Members>;
  /** Members by which the request becomes another one, so that the same `Idempotency-Key` is a conflict. */
  another?: Members;
  /** How to get each code that the operation declares itself. */
  refusals?: Readonly<Record<string, Provocation>>;
}

/** The differences from the good request that get it refused. */
export interface Provocation extends Provoked {
  /** The code comes through doors of one access only. */
  only?: { access: Access; because: string };
  prepare?(world: SampleWorld): Provoked | Promise<Provoked>;
}

export interface Provoked {
  input?: Members;
  file?: SampleFile;
  headers?: Record<string, string>;
  remoteAddress?: string;
  /** In place of the sample account's. */
  caller?: Customer;
  /** Once the call is made up, before it is sent. */
  before?(): void;
  /** Puts back what the provocation needed. */
  after?(): Promise<void>;
}

/** The service that samples are sent to, with an account that calls. */
export interface SampleWorld {
  service: TestService;
  customer: Customer;
  /** A name that nothing has yet: `leaver-7`. */
  newName(prefix: string): string;
  /** An address in a network of its own: what one may send in a minute is limited. */
  newAddress(): string;
  /** Takes the payments of this service. */
  provider: MemoryProvider;
  /** Makes the stand-in of codeberg.org fail, or work again. It has the account `leaver`. */
  codeHostFails(fails: boolean): void;
}

export const sample = (declared: Sample): Sample => declared;
