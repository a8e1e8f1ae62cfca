import type { Db } from '#core/context.ts';
import type { Platform } from '#core/domain.ts';
import { cellReason } from './rules.ts';
import { confirmationsOf, replicatedTables } from './sql.ts';

export function addReplicationGauges(
  gauge: Platform['metrics']['gauge'],
  { db, isCell }: { db: Db; isCell: boolean },
): void {
  const one = (value: number) => [{ labels: {}, value }];
  const stuck = 'Commits that wait for a standby or a cell since more than 3 seconds.';
  gauge('commits_waiting', stuck, [], async () => one((await confirmationsOf(db)).stuck));
  const follows =
    'In a cell: 1 while changes of the directory arrive, 0 while they do not. Elsewhere no value.';
  gauge('cell_follows', follows, [], async () =>
    isCell ? one(cellReason(await replicatedTables(db)) === null ? 1 : 0) : [],
  );
}
