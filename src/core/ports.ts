import type { HeavyWork } from './concurrency/heavy-work.ts';
import type { Db } from './db.ts';
import type { AccountData } from './parts/account-rows.ts';
import type { HealthCheck } from './parts/health.ts';
import type { JourneySource } from './parts/journey.ts';
import type { PersonalDataStore } from './parts/personal-data.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Settings } from './setting-values.ts';
import type { Tracer } from './tracing/span.ts';

/** A long-lived part that a domain opens. Its owner exports the port; others import it and call `ports.use(Finder)`. */
export interface Port<Value> {
  readonly name: string;
  /** For a domain's `open`: the part that this port leads to. */
  opened(value: Value): Opened;
}

export interface Opened {
  port: object & { name: string };
  value: unknown;
}

/** Declares a port. It has the name of its type, so that one import brings both. */
export function port<Value>(name: string): Port<Value> {
  const declared: Port<Value> = { name, opened: (value) => ({ port: declared, value }) };
  return declared;
}

/** A copy of the database that may be seconds behind. */
export interface Replica {
  /** Null without a replica, and while it is away or too far behind. */
  db(): Db | null;
  /** Whether a read failed because of the replica, so that the primary has to answer. */
  hasFailed(error: unknown): boolean;
}

/** Parts that the platform supplies to every domain. */
export interface Supplied {
  /** The pool. Inside a command, `ctx.db` is the open transaction instead. */
  db: Db;
  /** For what a connection keeps between transactions, such as its locks. Not through a pooler. */
  sessionDb: Db;
  heavyWork: HeavyWork;
  replica: Replica;
  rateLimiter: RateLimiter;
  tracer: Tracer;
  settings: Settings;
  /** Keys the suppression list; see `suppressionKey`. */
  suppressionPepper: string;
  /** Whether the directory and the suppression list arrive by replication: docs/decisions/cells.md. */
  isCell: boolean;
  /** Every store of personal data, from the manifests of all domains. */
  personalData: readonly PersonalDataStore[];
  /** The tables about accounts of every domain, in the order of the manifest. */
  accountData: readonly AccountData[];
  /** Dated facts about accounts, by domain, in the order of the manifest. */
  journey: readonly JourneySource[];
  /** The checks of every domain's own state. */
  health: readonly HealthCheck[];
  /** The URL at which callers reach the service, without a trailing slash. */
  publicUrl(): string;
  /** The plain-text page for agents, generated from the manifest. */
  agentNotes(): string;
  /** False while Redis is unavailable and each process counts requests on its own. */
  rateLimitsAsConfigured(): boolean;
  /** Aborts as soon as the process begins to stop. It still accepts requests until `stopping` aborts. */
  leaving: AbortSignal;
  /** Aborts when the process stops. Work that a repeat continues ends at its next step. */
  stopping: AbortSignal;
}

/** The platform's parts, and the ports that domains open. */
export interface Ports extends Supplied {
  /** Throws for a port that isn't open. */
  use<Value>(port: Port<Value>): Value;
}

/** Ports to be filled. */
export interface OpenPorts extends Ports {
  /** Throws for a port that is open already. */
  open(opened: Opened): void;
  isOpen(port: { name: string }): boolean;
}

export function openPorts(supplied: Supplied): OpenPorts {
  const values = new Map<object, unknown>();
  const { isCell, personalData } = supplied;
  return {
    ...supplied,
    personalData: isCell ? personalData.map(withoutReplicated) : personalData,
    use<Value>(port: Port<Value>): Value {
      const value = values.get(port);
      if (value === undefined)
        throw new Error(
          `the port ${port.name} is not open: the domain that opens it must come earlier in src/manifest.ts`,
        );
      return value as Value;
    },
    open({ port, value }) {
      if (values.has(port)) throw new Error(`the port ${port.name} is already open`);
      values.set(port, value);
    },
    isOpen: (port) => values.has(port),
  };
}

/** In a cell, the directory's installation erases what is replicated. */
const withoutReplicated = (store: PersonalDataStore): PersonalDataStore =>
  store.isReplicated ? { ...store, erase: async () => 0, verdictsChanged: undefined } : store;
