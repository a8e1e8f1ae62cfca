import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '#core/context.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import type { OwnColumns, ReadingOptions } from '../files/profile-file.ts';
import { readProfileFile } from '../files/read-profile-file.ts';
import { type GivenRow, type JudgedRows, openJudge } from '../rules.ts';
import type { FileReading, JobProfile } from '../shapes.ts';

/** What a job is created from: its judged rows, and a file's own columns and how it was read. */
export interface ReadRows extends JudgedRows {
  own_columns: OwnColumns | null;
  reading: FileReading | null;
}

type Reading = Pick<Context<'file_refused'>, 'ports' | 'request' | 'fail'>;

/** Reads the profiles of a request, or the file that came in their place. */
export async function readRows(
  ctx: Reading,
  profiles: readonly JobProfile[],
  how: Omit<ReadingOptions, 'codeHosts'>,
): Promise<ReadRows> {
  const { upload } = ctx.request;
  if (!upload || !Buffer.isBuffer(upload.body)) {
    const rows = profiles.map(({ profile_url, name = null, client_reference = null }) => ({
      ...{ profile_url, name, client_reference },
      ...{ line: null, own: null, fault: null },
    }));
    return { ...(await judge(ctx, rows)), own_columns: null, reading: null };
  }
  const file = await readProfileFile(upload.body, { ...how, codeHosts: ctx.ports.use(CodeHosts) }).catch(
    (error) => {
      if (!(error instanceof FileRefused)) throw error;
      return ctx.fail('file_refused', { detail: error.detail, members: { reason: error.reason } });
    },
  );
  return { ...(await judge(ctx, file.rows)), own_columns: file.own, reading: file.reading };
}

/** Other requests get their turn in between: reading a link takes microseconds, and there may be thousands. */
const rowsPerTurn = 200;

async function judge({ ports }: Pick<Context, 'ports'>, rows: readonly GivenRow[]): Promise<JudgedRows> {
  const { judge: judgeRow, result } = openJudge(ports.use(CodeHosts));
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerTurn === 0) await nextTurn();
    judgeRow(row);
  }
  return result;
}
