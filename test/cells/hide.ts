import assert from 'node:assert/strict';
import { mailToken } from '#domains/suppression/opt-out/proof.ts';
import { eventually } from '../support/eventually.ts';
import type { Program } from '../support/program.ts';
import { testSecrets } from '../support/service.ts';
import { personOf } from './people.ts';

/** How a person leaves the directory: by the token of an opt-out's mail, or suppressed by an operator. */
export type Way = 'opt-out' | 'email' | 'profile';

let callers = 0;

const post = (home: Pick<Program, 'call'>, path: string, body: object) =>
  home.call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    // Each from another network, because of the limit per network.
    headers: { 'x-forwarded-for': `2001:db8:${(++callers).toString(16)}::1` },
  });

/** A person's request to leave, which can be sent again. Resolves with its answer. */
export async function wayOut(
  home: Pick<Program, 'call'>,
  number: number,
  way: Way,
): Promise<() => Promise<Response>> {
  const { url, email } = personOf(number);
  if (way !== 'opt-out') {
    const person = way === 'email' ? { email } : { profile_url: url };
    return () => post(home, '/api/v1/admin/suppressions', { ...person, reason: 'A test' });
  }
  // A busy machine may answer with 503.
  const { id } = await eventually(async () => {
    const begun = await post(home, '/api/v1/opt-out', { email });
    assert.ok(begun.ok, await begun.clone().text());
    return (await begun.json()) as { id: string };
  }, 300);
  const token = mailToken(testSecrets.suppression_pepper, id);
  return () => post(home, '/api/v1/opt-out/confirm', { request_id: id, token });
}
