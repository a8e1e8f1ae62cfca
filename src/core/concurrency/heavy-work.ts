import type { Readable } from 'node:stream';
import type { Db } from '../db.ts';
import { Failure } from '../failure.ts';
import { openShares, type Shares } from './turns.ts';

/** Work that grows with what an account has stored. It takes turns, and never a connection of lookups. */
export interface HeavyWork {
  /** Connections for what it reads. */
  db: Db;
  /** Reports, and pieces of downloads. */
  reports: Shares;
  uploads: Shares;
  /** Counts a download until it ends. Refuses one too many. */
  keepOpen(owner: string, download: Readable): void;
  downloadsOf(owner: string): number;
}

/** The connections for reports. An owner never has all of them. */
export const heavyConnections = 3;
const reports = { atOnce: heavyConnections, ofOwner: 2, waitingMax: 16, waitMs: 10_000 };
const uploads = { atOnce: 2, ofOwner: 1, waitingMax: 4, waitMs: 20_000 };
/** Downloads of one owner at once. */
export const downloadsMax = 4;

export function openHeavyWork(db: Db): HeavyWork {
  const downloads = new Map<string, number>();
  const count = (owner: string, change: number) => {
    const open = (downloads.get(owner) ?? 0) + change;
    if (open > 0) downloads.set(owner, open);
    else downloads.delete(owner);
  };
  return {
    db,
    reports: openShares(reports),
    uploads: openShares(uploads),
    downloadsOf: (owner) => downloads.get(owner) ?? 0,
    keepOpen(owner, download) {
      if (downloads.get(owner) === downloadsMax) {
        download.destroy();
        const detail = `The account has ${downloadsMax} downloads in progress. Wait for one to finish.`;
        throw new Failure('overloaded', { detail, headers: { 'Retry-After': '5' } });
      }
      count(owner, 1);
      download.once('close', () => count(owner, -1));
    },
  };
}
