import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { needsDirectUrl } from './pooler.ts';

const patienceMsDefault = 30_000;
const pauseMs = 500;
const majorVersionMin = 15;

/** Errors that waiting doesn't fix: a refused login, an unknown database, a missing privilege. */
const hopeless = /^(28|3D|42)/;

/**
 * Returns the server's version, for example `18.4`. Waits up to 30 s for a server that is still starting. Fails if it can't
 * be reached or is older than PostgreSQL 15. `name` is how messages refer to it.
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
      if (/unsupported startup parameter/.test(message)) throw new Error(needsDirectUrl, { cause });
      if (hopeless.test(code) || Date.now() > deadline) {
        throw new Error(`Can't use the database of ${name}: ${message || code}.${remedy(code, name)}`, {
          cause,
        });
      }
      if (tries === 1) {
        const seconds = patienceMs / 1000;
        log.warn({ code }, `The database of ${name} does not respond yet. Waiting up to ${seconds} s`);
      }
    }
    await sleep(pauseMs);
  }
}

/** What the operator can do about it. Empty for the embedded server. */
function remedy(code: string, name: string): string {
  if (!name.endsWith('_URL')) return '';
  if (code.startsWith('28')) {
    return ` Correct the user and password in ${name}. In a password, write @ as %40, / as %2F and : as %3A.`;
  }
  if (code === '3D000') return ` Create that database, or set another one in ${name}.`;
  if (code.startsWith('42')) return ` Let that user connect, or set another one in ${name}.`;
  return ` Start that server, or correct the host and port in ${name}. Without DATABASE_URL, Contactry runs its own PostgreSQL.`;
}

class UnsupportedVersion extends Error {}

async function serverVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return rows[0]!.server_version.split(' ')[0]!;
}

export function supportedVersion(version: string, name: string): string {
  if (Number.parseInt(version, 10) >= majorVersionMin) return version;
  throw new UnsupportedVersion(
    `The database of ${name} is PostgreSQL ${version}, but Contactry needs version ${majorVersionMin} or newer. ` +
      'Upgrade that server. Without DATABASE_URL, Contactry runs its own PostgreSQL.',
  );
}
