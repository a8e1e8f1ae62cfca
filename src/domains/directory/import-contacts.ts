import { Readable } from 'node:stream';
import type { Context, Db } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { withoutControls } from '#core/input/text-rules.ts';
import { operation } from '#core/operation.ts';
import { port } from '#core/ports.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { fileBodies } from '#values/contact-files/open-file.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import { faultOfMapping, headerMap } from './file/header.ts';
import { importBytesMax } from './file/read-rows.ts';
import { UploadBroken } from './file/uploaded-file.ts';
import { type ImportEnd, importFile } from './import/import-file.ts';
import { lockImport, lockName, tryLockImport, unlockImport, withSlot } from './import/import-locks.ts';
import {
  type ImportRow,
  importById,
  importOfFile,
  insertImport,
  insertRepeat,
  reportOf,
  restartImport,
  resumeImport,
} from './import/imports.ts';
import { previewFile } from './import/preview-file.ts';
import { differences, notUsed, readingOf } from './import/reading.ts';
import { measureQuality } from './quality/measure-quality.ts';
import { originOf } from './rows/row-texts.ts';
import { ImportQuery, ImportReport, ProfileRows } from './shapes.ts';

/** Counts rows of imported files for the metrics, by what became of them. */
export const CountImportRows = port<(outcome: string, rows: number) => void>('count-import-rows');

export const importContacts = operation({
  id: 'directory.import-contacts',
  summary: 'Import contacts from a file',
  description:
    'The body is the file itself, streamed, up to 10 GiB: CSV, NDJSON, a JSON array, vCards or a spreadsheet (.xlsx, up to 64 MiB), ' +
    'each optionally gzipped. The format is detected from the content, whatever the content type says. Lines are committed as they arrive. Rows about a known profile are ' +
    'merged, rows about suppressed people are skipped, and bad lines are listed with their reasons.',
  kind: 'process',
  atDirectory: true,
  doors: [
    admin('POST', '/api/v1/admin/directory/imports', {
      bodies: fileBodies('stream'),
      bodyBytesMax: importBytesMax,
      bodyShape: ProfileRows,
      bodyExamples: {
        'text/csv':
          'profile_url,full_name,email\nhttps://www.linkedin.com/in/asha-example,Asha Example,asha@works.example\n',
        'application/json':
          '[{"profile_url":"https://www.linkedin.com/in/asha-example","full_name":"Asha Example","emails":["asha@works.example"]}]',
        'application/x-ndjson':
          '{"profile_url":"https://www.linkedin.com/in/asha-example","full_name":"Asha Example","emails":["asha@works.example"]}\n',
      },
    }),
  ],
  roles: [],
  input: ImportQuery,
  example: { file_name: 'contacts.csv' },
  output: ImportReport,
  errors: ['import_refused', 'import_running'],
  idempotency: 'own',

  async run(ctx, asked) {
    refuseFaultyMap(asked.map);
    const query = { ...asked, file_name: withoutControls(asked.file_name) };
    const sha256 = query.sha256 ? Buffer.from(query.sha256, 'hex') : null;
    const id = newId('imp');
    if (query.dry_run) return withSlot(() => preview(ctx, query));
    return withSlot(() =>
      ctx.ports.sessionDb.connection().execute(async (connection) => {
        const lock = lockName(id, sha256);
        if (!(await tryLockImport(connection, lock))) await waitOrRefuse(ctx, connection, lock, sha256);
        try {
          return await importOnce(ctx, connection, query, { id, sha256 });
        } finally {
          await unlockImport(connection, lock);
        }
      }),
    );
  },
});

function refuseFaultyMap(map: readonly string[]): void {
  for (const [at, pair] of map.entries()) {
    const fault = faultOfMapping(pair);
    if (fault) failField(['map', at], fault);
  }
}

type Refusing = Context<'import_refused' | 'import_running'>;

/** The file as a stream. Empty when nothing was sent. */
function bodyOf({ request }: Context): Readable {
  const body = request.upload?.body ?? [];
  return body instanceof Readable ? body : Readable.from(body);
}

/** An import that just ended may hold its lock for another moment, so this waits. It doesn't wait for one that runs. */
async function waitOrRefuse(
  ctx: Refusing,
  connection: Db,
  lock: string,
  sha256: Buffer | null,
): Promise<void> {
  const twin = sha256 && (await importOfFile(connection, sha256));
  const isOver = twin && twin.status !== 'running' && twin.status !== 'taking_back';
  if (isOver && (await lockImport(connection, lock))) return;
  return ctx.fail('import_running', {
    detail:
      twin?.status === 'taking_back'
        ? 'An earlier import of this file is being taken back by another request.'
        : 'This file is being imported by another request.',
    members: { import_id: twin?.id ?? null },
    headers: { 'Retry-After': '30' },
  });
}

async function importOnce(
  ctx: Refusing,
  connection: Db,
  query: ImportQuery,
  named: { id: string; sha256: Buffer | null },
) {
  const body = bodyOf(ctx);
  const before = named.sha256 && (await importOfFile(connection, named.sha256));
  if (before?.status === 'completed' && !query.again) {
    body.resume();
    ctx.header('Idempotency-Replayed', 'true');
    ctx.audit('directory.import_replayed', { import_id: before.id });
    const report = await reportOf(connection, before);
    const others = differences(readingOf(query), before.reading);
    return others.length === 0 ? report : { ...report, warnings: [notUsed(others), ...report.warnings] };
  }
  const opened = await openImport(ctx, connection, query, { ...named, before });
  const end = await importFile({
    ...fileOf(ctx, query, opened.started_at),
    connection,
    importId: opened.id,
    opened,
    body,
    now: () => ctx.now(),
    elapsedMs: () => performance.now(),
    onRows: ctx.ports.use(CountImportRows),
  });
  return answerWith(ctx, connection, opened.id, end);
}

/** How to read the file, both for an import and a dry run. */
const fileOf = (ctx: Context, query: ImportQuery, startedAt: Date) => ({
  pepper: ctx.ports.suppressionPepper,
  format: query.format,
  encoding: query.encoding,
  map: headerMap(query.map),
  origin: {
    ...originOf(startedAt, { source: query.source, dateOrder: query.date_order ?? null }),
    codeHosts: ctx.ports.use(CodeHosts),
  },
  bytesMax: ctx.request.upload?.bytesMax ?? importBytesMax,
  stopping: ctx.ports.stopping,
});

/** Reads and judges the file. Stores only the audit entry. */
async function preview(ctx: Refusing, query: ImportQuery): Promise<ImportReport> {
  const body = bodyOf(ctx);
  const startedAt = ctx.now();
  ctx.audit('directory.import_dry_run', { file_name: query.file_name });
  try {
    const file = fileOf(ctx, query, startedAt);
    return {
      ...(await previewFile({ ...file, db: ctx.db, body, rejectsLimit: query.rejects_limit })),
      id: null,
      status: 'dry_run',
      file_name: query.file_name,
      sha256: null,
      detail: null,
      started_at: startedAt,
      finished_at: ctx.now(),
    };
  } catch (error) {
    if (error instanceof UploadBroken)
      return ctx.fail('import_refused', { detail: error.message, members: { reason: 'interrupted' } });
    if (!(error instanceof FileRefused)) throw error;
    const { reason, detail, mapping } = error;
    const headers = mapping.length > 0 ? { mapping: [...mapping] } : {};
    return ctx.fail('import_refused', {
      detail,
      members: { reason, import_id: null, lines: 0, accepted: 0, ...headers },
    });
  }
}

async function answerWith(ctx: Refusing, connection: Db, id: string, end: ImportEnd): Promise<ImportReport> {
  const row = (await importById(connection, id))!;
  const { lines, accepted, merged, suppressed, rejected } = row;
  const details = { import_id: id, lines, accepted, merged, suppressed, rejected };
  ctx.enqueue(measureQuality, {});
  if (end.status !== 'failed') {
    ctx.audit(`directory.import_${end.status}`, details);
    return reportOf(connection, row);
  }
  const { reason, detail } = end.refusal;
  await ctx.phase(async ({ audit }) => audit('directory.import_failed', { ...details, reason }));
  return ctx.fail('import_refused', { detail, members: { reason, import_id: id, lines, accepted } });
}

export interface Opening {
  id: string;
  sha256: Buffer | null;
  before: ImportRow | null;
}

/**
 * Opens a new import, resumes an unfinished one, or restarts one that failed, was undone or is read in another way. One that is
 * complete and repeated on purpose keeps its rows: the repeat is an import of its own.
 */
export async function openImport(
  ctx: Context,
  connection: Db,
  query: ImportQuery,
  { id, sha256, before }: Opening,
) {
  // We hold the lock, so `running` is left over from a killed process.
  const isUnfinished = before?.status === 'interrupted' || before?.status === 'running';
  const isReadAlike = before && differences(readingOf(query), before.reading).length === 0;
  const isResumed = isUnfinished && isReadAlike && !query.again;
  const isRepeat = before?.status === 'completed';
  const asked = {
    id: before && !isRepeat ? before.id : id,
    sha256,
    fileName: query.file_name,
    actor: ctx.actor,
    startedAt: ctx.now(),
    reading: readingOf(query),
  };
  await ctx.phase(async ({ db, audit }) => {
    if (!before) await insertImport(db, asked);
    else if (isRepeat) await insertRepeat(db, asked, before.id);
    else if (isResumed) await resumeImport(db, before.id);
    else await restartImport(db, asked);
    audit(isResumed ? 'directory.import_resumed' : 'directory.import_started', {
      import_id: asked.id,
      file_name: query.file_name,
      sha256: query.sha256 ?? null,
    });
  });
  return (await importById(connection, asked.id))!;
}
