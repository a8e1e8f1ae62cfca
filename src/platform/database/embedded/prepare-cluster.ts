import type { Log } from '#core/context.ts';
import { ensureCluster } from './cluster.ts';
import { clusterIn } from './cluster-paths.ts';
import { takeOver } from './hand-over.ts';
import { type Placement, place } from './placement/placement.ts';
import { chooseBinaries } from './programs/choose-binaries.ts';

export interface ClusterOptions {
  dataDir: string;
  log: Log;
  /** For tests: syncs nothing to disk, and stops without writing. */
  throwAway?: boolean;
  /** Where root puts clusters that can't be in DATA_DIR, because the server runs as another account. */
  rootsHomes?: string;
  /** POSTGRES_BIN: the folder of PostgreSQL's programs to use. */
  postgresBin?: string | undefined;
}

export const rootsHomesDefault = '/var/lib/contactry';

/** The service's own cluster, created if there is none. */
export async function prepareCluster({
  dataDir,
  rootsHomes,
  log,
  throwAway,
  postgresBin,
}: ClusterOptions): Promise<Placement> {
  const placement = await place(
    dataDir,
    rootsHomes ?? rootsHomesDefault,
    log,
    await chooseBinaries({ postgresBin }),
  );
  if (placement.formerOwner) await takeOver(placement, placement.formerOwner, log);
  const made = await ensureCluster(placement, { durable: !throwAway });
  if (made && !throwAway) log.info({ cluster: clusterIn(placement.home) }, 'Created a new database');
  return placement;
}
