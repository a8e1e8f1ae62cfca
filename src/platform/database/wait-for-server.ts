import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#core/context.ts';

const patienceMsDefault = 30_000;
const pauseMs = 500;
const majorVersionMin = 15;

/** Refused logins, unknown databases and the like don't get better by waiting. */
const hopeless = /^(28|3D|42)/;

/**
 * The server's version, such as `18.4`. A server that is still starting is waited for, 30 s at most. Fails when it
 * can't be reached or is older than PostgreSQL 15; `name` says in the message which server it was.
 */
export async function waitForServer(
  pool: pg.Pool,
  name: string,
  log: Log,
  patienceMs = patienceMsDefault,
): Promise<string> {
  const deadline = Date.now() + patienceMs;
  for (let tries = 1; ; tries++) {
    try {
      return supportedVersion(await serverVersion(pool), name);
    } catch (cause) {
      const { code = '', message } = cause as { code?: string; message: string };
      if (cause instanceof UnsupportedVersion) throw cause;
      if (hopeless.test(code) || Date.now() > deadline) {
        throw new Error(`The database of ${name} can't be used: ${message || code}.${remedy(code, name)}`, {
          cause,
        });
      }
      if (tries === 1) {
        const seconds = patienceMs / 1000;
        log.warn(
          { code },
          `The database of ${name} does not answer yet; waiting for it, ${seconds} s at most`,
        );
      }
    }
    await sleep(pauseMs);
  }
}

/** What an operator does about it; nothing is known to help with the server that Contactry runs itself. */
function remedy(code: string, name: string): string {
  if (name !== 'DATABASE_URL') return '';
  if (code.startsWith('28')) {
    return ' Correct user and password in DATABASE_URL; in a password, @ is written %40, / is %2F and : is %3A.';
  }
  if (code === '3D000') return ' Create that database, or name another in DATABASE_URL.';
  if (code.startsWith('42')) return ' Give that user the right to connect, or name another in DATABASE_URL.';
  return ' Start that server, or correct host and port in DATABASE_URL. Without DATABASE_URL, Contactry runs a PostgreSQL of its own.';
}

class UnsupportedVersion extends Error {}

async function serverVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return rows[0]!.server_version.split(' ')[0]!;
}

export function supportedVersion(version: string, name: string): string {
  if (Number.parseInt(version, 10) >= majorVersionMin) return version;
  throw new UnsupportedVersion(
    `The database of ${name} is PostgreSQL ${version}; Contactry needs version ${majorVersionMin} or newer. ` +
      'Upgrade that server. Without DATABASE_URL, Contactry runs a PostgreSQL of its own.',
  );
}
