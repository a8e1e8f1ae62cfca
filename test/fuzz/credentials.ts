import type { Dice } from './dice.ts';
import type { Scheme } from './document.ts';
import type { Memory } from './memory.ts';

/** Secrets by the header they are sent in. */
export type Secrets = Readonly<Record<string, string>>;

export interface Credential {
  headers: Record<string, string>;
  /** The fault of the credential; null for a good one. */
  fault: string | null;
}

/** Mostly the right credential, now and then a wrong one or none. */
export function credentialFor(
  scheme: Scheme | null,
  dice: Dice,
  memory: Memory,
  secrets: Secrets,
): Credential {
  if (!scheme) return { headers: dice.chance(0.1) ? { authorization: 'Bearer x' } : {}, fault: null };
  const known = memory.credentials();
  const right = scheme.isBearer ? known.at(-1) : secrets[scheme.header];
  if (right !== undefined && dice.chance(0.93)) {
    return { headers: { [scheme.header]: scheme.isBearer ? `Bearer ${right}` : right }, fault: null };
  }
  const [fault, headers] = dice.pick(scheme.isBearer ? wrongBearers(known) : wrongSecrets(scheme, secrets));
  return { headers, fault };
}

type Wrong = readonly [fault: string, headers: Record<string, string>];

function wrongBearers(known: readonly string[]): Wrong[] {
  const [key = `cty_live_${'0'.repeat(38)}`] = known;
  const bearing = (text: string) => ({ authorization: text });
  return [
    ['no credential', {}],
    ['an empty bearer', bearing('Bearer ')],
    ['another scheme', bearing(`Basic ${Buffer.from(`${key}:`).toString('base64')}`)],
    ['a key with a wrong checksum', bearing(`Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)],
    ['a key that is cut short', bearing(`Bearer ${key.slice(0, -7)}`)],
    ['two keys', bearing(`Bearer ${key}, Bearer ${key}`)],
    ['a very long key', bearing(`Bearer cty_live_${'a'.repeat(8000)}`)],
    ['a key that is no ASCII', bearing('Bearer cty_live_\u00e9\u00ff')],
    ['a secret in place of a key', { 'x-admin-secret': 'x', 'x-internal-secret': 'x' }],
  ];
}

function wrongSecrets({ header }: Scheme, secrets: Secrets): Wrong[] {
  const right = secrets[header] ?? '';
  const others = Object.entries(secrets).filter(([name]) => name !== header);
  return [
    ['no secret', {}],
    ['an empty secret', { [header]: '' }],
    ['half a secret', { [header]: right.slice(0, -1) }],
    ['a secret with more behind it', { [header]: `${right}x` }],
    ['a very long secret', { [header]: 's'.repeat(8000) }],
    ["another door's secret", { [header]: others[0]?.[1] ?? 'x', ...Object.fromEntries(others) }],
    ['a secret as a bearer', { authorization: `Bearer ${right}` }],
  ];
}
