/** Turns what was measured into the rows of the table, each with its aim. */
import type { Costs } from './costs.ts';
import type { DirectorySizes } from './directory-sizes.ts';
import type { ImportRates } from './import-beside-copy.ts';
import type { Measured, Size } from './rounds.ts';
import { nameOf } from './subjects.ts';
import { aimRow, type Row } from './table.ts';

const cpuOf = ({ serviceUs, databaseUs }: Costs) => serviceUs + databaseUs;
const grouped = (count: number) => count.toLocaleString('en');

export function rowsOf(
  measured: Measured,
  directories: DirectorySizes,
  imports: ImportRates,
  { profiles, small, large }: Size,
): Row[] {
  const { costs, plainPerSecond, batchedPerSecond, betterAuth, job, memoryPeakMb } = measured;
  const rate = (name: keyof typeof costs) => costs[name].perSecond;
  const ratio = (name: string, measuredRatio: number, least: number): Row =>
    aimRow({ name, measured: measuredRatio, least, unit: '×', digits: 2 });
  return [
    { name: `${nameOf.find}, ${grouped(profiles)} profiles`, costs: costs.find },
    ratio('compared with the bare route', rate('find') / rate('bare'), 0.55),
    ratio('compared with a plain transaction each', rate('find') / plainPerSecond, 10),
    ratio('compared with transfers in batches, no HTTP', rate('find') / batchedPerSecond, 1),
    aimRow({ name: 'p99', measured: costs.find.p99Ms, most: 50, unit: 'ms' }),
    aimRow({ name: 'write-ahead log a lookup', measured: costs.find.walBytes, most: 900, unit: 'B' }),
    aimRow({
      name: "the service's memory, at its peak in all of this",
      measured: memoryPeakMb,
      most: 250,
      unit: 'MB',
    }),
    { name: nameOf.budget, costs: costs.budget },
    aimRow({
      name: 'its processor time, compared with none',
      measured: cpuOf(costs.budget) / cpuOf(costs.find),
      ...{ most: 1.03, unit: '×', digits: 2 },
    }),
    { name: nameOf.alone, costs: costs.alone },
    aimRow({ name: 'p50', measured: costs.alone.p50Ms, most: 1.5, unit: 'ms', digits: 1 }),
    { name: nameOf.crowd, costs: costs.crowd },
    ratio('compared with one account', rate('crowd') / rate('find'), 0.8),
    { name: nameOf.miss, costs: costs.miss },
    ratio('compared with hits', rate('miss') / rate('find'), 1),
    { name: `find, ${grouped(small)} profiles, a server to itself`, costs: directories.small },
    { name: `find, ${grouped(large)} profiles, a server to itself`, costs: directories.large },
    ratio(
      'compared with the small directory',
      directories.large.perSecond / directories.small.perSecond,
      0.8,
    ),
    { name: nameOf.agent, costs: costs.agent },
    aimRow({
      name: 'processor time of the service, compared with find',
      measured: costs.agent.serviceUs / costs.find.serviceUs,
      most: 2,
      unit: '×',
      digits: 2,
    }),
    { name: 'item of a bulk job, separate worker', costs: job },
    aimRow({ name: 'items per second', measured: job.perSecond, least: 2000, unit: '' }),
    { name: nameOf.key, costs: costs.key },
    { name: nameOf.usage, costs: costs.usage },
    { name: nameOf.locked, costs: costs.locked },
    ratio('compared with a health check', rate('locked') / rate('health'), 0.5),
    { name: nameOf.health, costs: costs.health },
    { name: nameOf.bare, costs: costs.bare },
    { name: 'plain transaction each, one account, pgbench', costs: { perSecond: plainPerSecond } },
    { name: 'transfers of a plain ledger, 128 a statement, pgbench', costs: { perSecond: batchedPerSecond } },
    { name: 'better-auth verifies and counts, no HTTP', costs: betterAuth },
    ratio('find, compared with it', rate('find') / betterAuth.perSecond, 15),
    { name: 'import of a file, rows', costs: imports.imported },
    { name: 'COPY of the same rows', costs: { perSecond: imports.copied } },
    ratio('import, compared with it', imports.imported.perSecond / imports.copied, 1 / 3),
  ];
}
