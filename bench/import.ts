// Measures how fast a file of contacts is imported, on a throw-away database that this program starts:
//   node scripts/make-example-contacts.ts 200000 > many.csv && node bench/import.ts many.csv
// Imports it twice: into an empty directory, and when every row is already known.
import { createReadStream } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { importFile } from '#domains/directory/import/import-file.ts';
import { importById, insertImport } from '#domains/directory/import/imports.ts';
import { originOf } from '#domains/directory/rows/row-texts.ts';
import { testDatabase } from '#test/support/database.ts';

const [file] = process.argv.slice(2);
if (!file) throw new Error('Give a CSV file: node bench/import.ts many.csv');

await using database = await testDatabase();
const startedAt = new Date();
for (const id of ['imp_new', 'imp_known']) console.log(await measure(id));

async function measure(id: string): Promise<string> {
  await insertImport(database.db, {
    id,
    sha256: null,
    fileName: 'bench',
    format: 'csv',
    actor: 'bench',
    startedAt,
    reading: { map: {}, date_order: null, source: 'directory' },
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let rssMost = 0;
  const watching = setInterval(() => {
    rssMost = Math.max(rssMost, process.memoryUsage().rss);
  }, 50);
  const cpu = process.cpuUsage();
  const beganMs = performance.now();
  delay.enable();
  await run(id);
  delay.disable();
  const seconds = (performance.now() - beganMs) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(watching);
  const { accepted, merged, rejected } = (await importById(database.db, id))!;
  const rows = accepted + rejected;
  return [
    `${id}: ${rows} rows, ${merged} merged, ${rejected} rejected in ${seconds.toFixed(1)} s`,
    `${Math.round(rows / seconds)} rows/s`,
    `${((user + system) / rows).toFixed(1)} µs of CPU a row`,
    `${Math.round(rssMost / 1e6)} MB at most`,
    `other requests wait ${(delay.percentile(99) / 1e6).toFixed(0)} ms (p99)`,
  ].join(', ');
}

async function run(importId: string): Promise<void> {
  await database.db.connection().execute(async (connection) =>
    importFile({
      connection,
      pepper: 'the pepper of a measurement',
      importId,
      opened: (await importById(connection, importId))!,
      format: 'csv',
      body: createReadStream(file!),
      origin: originOf(startedAt),
      stopping: new AbortController().signal,
      bytesMax: Number.MAX_SAFE_INTEGER,
      now: () => new Date(),
      elapsedMs: () => performance.now(),
    }),
  );
}
