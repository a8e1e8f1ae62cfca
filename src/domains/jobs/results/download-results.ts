import Type from 'typebox';
import { FileAnswer, FileOutput } from '#core/answers/file-answer.ts';
import type { Context } from '#core/context.ts';
import { operation } from '#core/operation.ts';
import type { OwnColumns } from '../files/profile-file.ts';
import { type ResultRow, writeResultsFile } from '../files/write-results-file.ts';
import { jobDoors, jobNamed } from '../job-named.ts';
import { jobIdOf } from '../rules.ts';
import { JobId } from '../shapes.ts';
import { answeredItems } from './answered-items.ts';

const contentType = 'text/csv; charset=utf-8';

export const downloadResults = operation({
  id: 'jobs.download-results',
  summary: "Download a bulk job's results as CSV",
  description:
    'One row for each row of the input, in its order, with the columns of your own file before ours. While the job runs you get what is there. Opens in Excel and LibreOffice; cells that they would run as formulas are neutralised.',
  kind: 'query',
  share: 'reports',
  doors: jobDoors('GET', '/csv'),
  account: 'required',
  showsContacts: true,
  idempotency: 'none',
  input: Type.Object({ job_id: JobId }),
  output: FileOutput,
  contentType,
  errors: ['not_found'],

  async run(ctx, { job_id }) {
    const job = await jobNamed(ctx, job_id);
    const file = writeResultsFile(job.own_columns as OwnColumns | null, piecesOf(ctx, job));
    ctx.ports.heavyWork.keepOpen(String(job.account), file);
    return new FileAnswer(`${nameOf(job.name) ?? jobIdOf(job.id)}-results.csv`, contentType, file);
  },
});

/** A job is often called by its file. */
const nameOf = (name: string | null) =>
  name?.replace(/\.(?:csv|tsv|txt|xlsx|vcf|json|ndjson|jsonl)(?:\.gz)?$/i, '') || null;

/** A piece is read in one turn of the account. */
const rowsPerPiece = 200;
const ownBytesPerPiece = 256 * 1024;

/** Reads a piece when the one before has been sent. Stops when the client disconnects. */
async function* piecesOf(
  ctx: Pick<Context, 'db' | 'ports' | 'request'>,
  job: Parameters<typeof answeredItems>[1],
): AsyncGenerator<ResultRow[]> {
  const { reports } = ctx.ports.heavyWork;
  const { signal } = ctx.request;
  for (let after = 0; ; ) {
    const wanted = { after, limit: rowsPerPiece, ownBytesMax: ownBytesPerPiece };
    const rows = await reports.run(String(job.account), async () =>
      signal.aborted ? [] : answeredItems(ctx, job, wanted),
    );
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.row;
  }
}
