import type { Clock } from './clock.ts';
import type { Log } from './context.ts';
import type { Config, Variables } from './environment.ts';
import type { ErrorDefinition, ErrorDefinitions } from './failure.ts';
import type { Job } from './job.ts';
import type { Operation } from './operation.ts';
import type { AccountData } from './parts/account-rows.ts';
import type { BackgroundMigration } from './parts/background-migration.ts';
import type { HealthCheck } from './parts/health.ts';
import type { JourneySource } from './parts/journey.ts';
import type { PersonalDataStore } from './parts/personal-data.ts';
import type { SettingDefinitions } from './parts/setting.ts';
import type { Opened, Ports } from './ports.ts';

/** Everything a domain registers. */
export interface Domain {
  id: string;
  /** Its name in the documents, such as `Keys`. */
  title: string;
  /** Its subject in a sentence or two, for the documents. */
  description: string;
  // biome-ignore lint/suspicious/noExplicitAny: operations of all shapes are in one list
  operations?: readonly Operation<any, any, any>[];
  // biome-ignore lint/suspicious/noExplicitAny: jobs of all payloads are in one list
  jobs?: readonly Job<any>[];
  errors?: ErrorDefinitions;
  /** Environment variables. */
  variables?: Variables;
  /** Checks across variables. Returns one sentence per problem. */
  refusedVariables?(config: Config): string[];
  /** Origins that pages may post a form to: where buyers pay. */
  formOrigins?: readonly string[];
  /** Settings that operators change while the service runs. */
  settings?: SettingDefinitions;
  /** The personal data it stores. Export, suppression and erasure follow from it. */
  personalData?: readonly PersonalDataStore[];
  /** Its tables about accounts. The export of an account and its closing follow from them. */
  accountData?: AccountData;
  /** Checks of its own state. The page *What is wrong* and `doctor` show their findings. */
  health?: readonly HealthCheck[];
  /** Work on large tables that a release leaves to workers. Done in this order, one at a time. */
  backgroundMigrations?: readonly BackgroundMigration[];
  /** The dated facts that it knows about accounts. */
  journey?: readonly JourneySource[];
  /** Its tables about accounts that tell no fact of a journey, each with the reason. */
  notInJourney?: Readonly<Record<string, string>>;
  /** Opens the long-lived parts. Domains open in the order of `src/manifest.ts`, so the ports of earlier ones exist. */
  open?(platform: Platform): OpenDomain | Promise<OpenDomain>;
}

/** Everything the program can do. HTTP, OpenAPI, MCP, the command line and the tests all follow from it. */
export interface Manifest {
  domains: readonly Domain[];
  operations: readonly Operation[];
  jobs: readonly Job[];
  errors: ReadonlyMap<string, ErrorDefinition>;
  variables: Variables;
  formOrigins: readonly string[];
  settings: SettingDefinitions;
  personalData: readonly PersonalDataStore[];
  accountData: readonly AccountData[];
  journey: readonly JourneySource[];
  health: readonly HealthCheck[];
  backgroundMigrations: readonly BackgroundMigration[];
}

/** What `open` returns: ports for operations and jobs, the change feed it listens to, and how to close it. */
export interface OpenDomain {
  ports?: readonly Opened[];
  feed?: ChangeFeed;
  close?(): Promise<unknown> | unknown;
}

/** Keeps copies in memory current. While the feed is lost, a copy must not be trusted. */
export interface ChangeFeed {
  channels: readonly string[];
  onChange(channel: string, payload: string): void;
  /** From now on, announcements may be missed. */
  onFeedLost(): void;
  /** Announcements arrive again, or for the first time. Those sent in between are lost. */
  onFeedRestored(): void | Promise<void>;
}

/** Passed to a domain's `open`. `src/platform/supplied.ts` adds the platform's members. */
export interface Platform {
  /** Fills up as domains open: use a later domain's port in a call, not in `open`. */
  ports: Ports;
  config: Config;
  clock: Clock;
  log: Log;
  /** All domains, with everything they register. */
  manifest: Manifest;
  /** Identifies this process to the others. */
  processId: string;
  /** The program's, such as `2.0.0`. */
  version: string;
}

export const domain = (declared: Domain): Domain => declared;
