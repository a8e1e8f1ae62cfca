/** Fictional people: half of them are known to the directory and suppressed, the others are unknown. */
import { hash } from 'node:crypto';
import { benchSecret } from '../bench-server.ts';
import { asOperator } from '../keys.ts';
import { linkOf } from '../profile-rows.ts';
import { say } from '../say.ts';

/** Every name has the same length. */
export const handleOf = (n: number): string => `person-${String(n).padStart(7, '0')}`;
export const personLink = (n: number): string => linkOf(handleOf(n));
export const personEmail = (n: number): string => `${handleOf(n)}@example.com`;

/** At random, so that neither the names nor their order say anything. */
export const isHidden = (n: number): boolean =>
  Number.parseInt(hash('md5', `person ${n}`).slice(0, 2), 16) < 128;

/** From the range for fiction. Only suppressed people have one, so that many may share it. */
const phones = Array.from({ length: 100 }, (_, at) => `+12025550${100 + at}`);
const phoneOf = (n: number): string => phones[n % phones.length]!;

/** The value by which a person is suppressed. */
const suppressedValueOf = (n: number): object | null => {
  if (n % 3 === 0) return { profile_url: personLink(n) };
  return n % 3 === 1 ? { email: personEmail(n) } : null;
};

const peopleAtOnce = 50_000;
const itemsAtOnce = 1000;

/** Imports the suppressed half, and then suppresses them: by their profile, their email or their phone. */
export async function makePeople(url: string, count: number): Promise<void> {
  const hidden = Array.from({ length: count }, (_, n) => n).filter(isHidden);
  for (let at = 0; at < hidden.length; at += peopleAtOnce) {
    const rows = hidden
      .slice(at, at + peopleAtOnce)
      .map((n) => `${personLink(n)},Person Example,${personEmail(n)},${n % 3 === 2 ? phoneOf(n) : ''}`);
    await importRows(url, rows);
  }
  say(`${hidden.length} people are imported`);
  const items = hidden.map(suppressedValueOf).filter((value) => value !== null);
  for (let at = 0; at < items.length; at += itemsAtOnce)
    await suppress(url, items.slice(at, at + itemsAtOnce));
  await suppress(
    url,
    phones.map((phone) => ({ phone })),
  );
  say('and suppressed');
}

const suppress = (url: string, items: readonly object[]): Promise<unknown> =>
  asOperator('POST', `${url}/api/v1/admin/suppressions`, { items, reason: 'Bench' });

async function importRows(url: string, rows: readonly string[]): Promise<void> {
  const response = await fetch(`${url}/api/v1/admin/directory/imports?file_name=people.csv`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-admin-secret': benchSecret },
    body: ['profile_url,full_name,email,phone', ...rows].join('\n'),
  });
  if (!response.ok) throw new Error(await response.text());
  await response.arrayBuffer();
}
