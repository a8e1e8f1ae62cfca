import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import type { Manifest } from '#core/domain.ts';
import type { Config } from '#core/environment.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';
import type { OutgoingOptions } from '#platform/outgoing/index.ts';
import type { Secrets } from './start/secrets.ts';
import type {} from './wiring/declared-values.ts';

/** The parts that the application is built from. */
export interface AppOptions {
  config: Config;
  secrets: Secrets;
  /** `sessions` is `pool` unless given. */
  database: Pick<OpenDatabase, 'pool' | 'db' | 'target'> & Partial<Pick<OpenDatabase, 'sessions'>>;
  log: Log;
  clock?: Clock;
  /** The domains to open. Default: all. */
  manifest?: Manifest;
  /** The database's pepper is lost: clear what was keyed with it and adopt this process's pepper. */
  replacesPepper?: boolean;
  /** Tests only: replaces the DNS resolver, the limits, the clock and the network. */
  outgoingInTests?: Pick<OutgoingOptions, 'resolver' | 'limits' | 'timing' | 'network'>;
  /** Tests only: how often to check the connection for change notifications. */
  checkEveryMs?: number;
}
