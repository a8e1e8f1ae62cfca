import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import type { Manifest } from '#core/domain.ts';
import type { Config } from '#core/environment.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';
import type { OutgoingOptions } from '#platform/outgoing/index.ts';
import type { Secrets } from './secrets.ts';

/** What the program is put together from. */
export interface AppOptions {
  config: Config;
  secrets: Secrets;
  database: Pick<OpenDatabase, 'pool' | 'db' | 'target'>;
  log: Log;
  clock?: Clock;
  /** The domains of this program; all of them unless given. */
  manifest?: Manifest;
  /** The pepper of the database is lost: what was made with it is emptied, and this process's pepper is taken. */
  replacesPepper?: boolean;
  /** Tests only: name servers and limits in place of the real ones. */
  outgoingInTests?: Pick<OutgoingOptions, 'resolver' | 'limits'>;
  /** Tests only: how often the connection for announcements is asked for a sign of life. */
  checkEveryMs?: number;
}
