import type { Log } from '#core/context.ts';
import { ensureCluster } from './cluster.ts';
import { clusterIn } from './cluster-paths.ts';
import { takeOver } from './hand-over.ts';
import { type Placement, place } from './placement.ts';

export interface ClusterOptions {
  dataDir: string;
  log: Log;
  /** For tests: nothing is synced to disk, and a stop doesn't write anything either. */
  throwAway?: boolean;
  /** Where clusters go that can't be in DATA_DIR: root's, whose server runs as somebody else. */
  rootsHomes?: string;
}

const rootsHomesDefault = '/var/lib/contactry';
/** A cluster of the service's own, made where there is none. */
export async function prepareCluster({
  dataDir,
  rootsHomes,
  log,
  throwAway,
}: ClusterOptions): Promise<Placement> {
  const placement = await place(dataDir, rootsHomes ?? rootsHomesDefault, log);
  if (placement.formerOwner) await takeOver(placement, placement.formerOwner, log);
  const made = await ensureCluster(placement, { durable: !throwAway });
  if (made && !throwAway) log.info({ cluster: clusterIn(placement.home) }, 'A new database was made');
  return placement;
}
