import { randomUUIDv7 } from 'node:crypto';
import type { ContactSet } from '#values/contacts/index.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import { answerOf } from '../paying/answers.ts';
import { answerFrom } from '../rules.ts';
import type { FindAnswer, FindRequest } from '../shapes.ts';

const fictional = {
  code: 'fictional_person',
  detail: 'An example: this person and all values are fictional. Nothing was charged.',
};

/** The answer of a test key about a fictional person, without a key. */
export function exampleAnswer(
  request: FindRequest,
  { profile, contacts, createdAt }: { profile: ProfileLink; contacts: ContactSet; createdAt: Date },
): FindAnswer {
  const { profile_url, name = null, client_reference = null } = request;
  const { network, handle, url } = profile;
  const finding = answerFrom(contacts, request, () => true, handle);
  if (finding.price.credits > 0) finding.price = { credits: 0, reason: 'test_key' };
  finding.warnings = [...finding.warnings, fictional];
  return answerOf(randomUUIDv7(), {
    input: { profile_url, name, client_reference },
    profile: { network, handle, url },
    finding,
    createdAt,
  });
}
