import type { Clock } from './clock.ts';
import type { Log, Ports } from './context.ts';
import type { Config, Variables } from './environment.ts';
import type { ErrorDefinition, ErrorDefinitions } from './failure.ts';
import type { Job } from './job.ts';
import type { Operation } from './operation.ts';
import type { PersonalDataStore } from './personal-data.ts';
import type { SettingDefinitions } from './setting.ts';

/** The manifest of a domain: all there is to register. */
export interface Domain {
  id: string;
  /** Its name in the documents, such as `Keys`. */
  title: string;
  /** What it is about, in a sentence or two; the documents show it. */
  description: string;
  // biome-ignore lint/suspicious/noExplicitAny: operations of all shapes stand in one list
  operations?: readonly Operation<any, any, any>[];
  // biome-ignore lint/suspicious/noExplicitAny: jobs of all payloads stand in one list
  jobs?: readonly Job<any>[];
  errors?: ErrorDefinitions;
  /** Environment variables. */
  variables?: Variables;
  /** What is wrong with variables together, a sentence each. */
  refusedVariables?(config: Config): string[];
  /** What operators change while the service runs. */
  settings?: SettingDefinitions;
  /** What it keeps of people who can be looked up; export, suppression and erasure follow. */
  personalData?: readonly PersonalDataStore[];
  /** Opens the long-lived parts, in the order of `src/manifest.ts`: ports of earlier domains are there. */
  open?(platform: Platform): OpenDomain | Promise<OpenDomain>;
}

/** Everything the program can do. HTTP, OpenAPI, MCP, the command line and the tests all follow from it. */
export interface Manifest {
  domains: readonly Domain[];
  operations: readonly Operation[];
  jobs: readonly Job[];
  errors: ReadonlyMap<string, ErrorDefinition>;
  variables: Variables;
  settings: SettingDefinitions;
  personalData: readonly PersonalDataStore[];
}

/** What `open` gives: ports for operations and jobs, the announcements it listens to, and its closing. */
export interface OpenDomain {
  ports: Partial<Ports>;
  feed?: ChangeFeed;
  close?(): Promise<unknown> | unknown;
}

/**
 * Keeps copies in memory true. Other processes announce changes; while they can't be heard, copies may not be believed.
 */
export interface ChangeFeed {
  channels: readonly string[];
  onChange(channel: string, payload: string): void;
  /** Announcements are missed from now on. */
  onFeedLost(): void;
  /** Announcements arrive again, or for the first time; those sent before are gone. */
  onFeedRestored(): void | Promise<void>;
}

/** What a domain opens its parts with. The platform's own parts add their members by declaration merging. */
export interface Platform {
  /** Filled as domains open; look at it again in a call, not only in `open`. */
  ports: Ports;
  config: Config;
  clock: Clock;
  log: Log;
  /** All domains: what they register, and the settings that they define. */
  manifest: Manifest;
  /** This process, as other processes know it. */
  processId: string;
}

export const domain = (declared: Domain): Domain => declared;
