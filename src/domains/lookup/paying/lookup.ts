import type { KeyCredential } from '#core/access.ts';
import { digestId } from '#core/ids.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import type { FindRequest } from '../shapes.ts';

/** `job`: an item of a bulk job. Its answer is kept as long as the job's results. */
export type LookupKind = 'find' | 'job';

export interface FindCall {
  key: KeyCredential;
  profile: ProfileLink;
  request: FindRequest;
  idempotencyKey: string | null;
  kind: LookupKind;
  /** The job that the item is of. */
  job: string | null;
  /** Which surface asked: `api`, `dashboard`, `extension` or `mcp`. */
  door: string;
}

/** A lookup in progress. */
export interface Lookup {
  call: FindCall;
  opKey: string;
  requestHash: string | null;
  profileHash: string;
}

/** A lookup's public id is its operation key, so that fetching it needs no index of its own. */
export const lookupIdOf = (opKey: string): string => `lkp_${opKey.replaceAll('-', '')}`;

/** The operation key in a lookup's id. Null for any other text. */
export function opKeyOf(lookupId: string): string | null {
  const hex = /^lkp_([0-9a-f]{32})$/.exec(lookupId)?.[1];
  return hex ? hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5') : null;
}

/** The key of an operation whose own key was closed without an answer. */
export const keyAfter = (opKey: string): string => digestId('again', opKey);
