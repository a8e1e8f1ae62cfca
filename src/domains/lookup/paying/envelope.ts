import type { ContactSet } from '#values/contacts/index.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import { answerFrom, vetoed } from '../rules.ts';
import type { FindRequest } from '../shapes.ts';
import type { AnswerResult } from '../sql/answer-batch.ts';
import { lookupIdOf } from './answers.ts';

/**
 * What an answer from the directory says without the directory's document. It is stored in place of the answer, and its parts
 * are sent as the text they are.
 */
export interface Envelope {
  /** JSON of the answer's members of these names. */
  input: string;
  profile: string;
  created_at: string;
  include?: FindRequest['include'];
}

export function envelopeOf(request: FindRequest, profile: ProfileLink, createdAt: Date): Envelope {
  const { profile_url, name = null, client_reference = null, include } = request;
  const { network, handle, url } = profile;
  return {
    input: JSON.stringify({ profile_url, name, client_reference }),
    profile: JSON.stringify({ network, handle, url }),
    created_at: createdAt.toISOString(),
    include,
  };
}

export const envelopeText = ({ input, profile, created_at, include }: Envelope): string =>
  `{"input":${input},"profile":${profile},"created_at":"${created_at}"${include ? `,"include":${JSON.stringify(include)}` : ''}}`;

type Kept = Extract<AnswerResult, { outcome: 'kept' }>;

/** The bit of `holds` for an address of a role, which is the answer's `company_email`. */
const holdsRole = 8;

const nobody =
  '"person":{"full_name":null,"headline":null,"company":null,"location":null},"emails":[],"phones":[],"links":[]';

/** The answer as JSON. The document goes out as the text it is stored as, unless the request wants a part of it. */
export function answerText(opKey: string, envelope: Envelope, kept: Kept): string {
  const { contacts, holds, isVeto, charged, balance, reason } = kept;
  const status = contacts === null ? 'not_found' : 'completed';
  const isWhole = contacts === null || (envelope.include === undefined && (holds! & holdsRole) === 0);
  const told = isWhole
    ? `${contacts === null ? nobody : fourMembers(contacts)},"company_email":null`
    : partOf(JSON.parse(contacts) as ContactSet, envelope);
  const warnings = isVeto && contacts === null ? JSON.stringify(vetoed().warnings) : '[]';
  return `{"id":"${lookupIdOf(opKey)}","status":"${status}","input":${envelope.input},"profile":${envelope.profile},${told},"credits":{"charged":${charged},"remaining":${balance},"reason":"${reason}"},"warnings":${warnings},"created_at":"${envelope.created_at}"}`;
}

/** `person`, `emails`, `phones` and `links`, which a document begins with. A quote inside a value would be escaped. */
function fourMembers(contacts: string): string {
  const end = contacts.lastIndexOf(',"person_seen_at":');
  return contacts.slice(1, end === -1 ? -1 : end);
}

function partOf(contacts: ContactSet, { include }: Envelope): string {
  const { person, emails, phones, links, company_email } = answerFrom(contacts, { include }, () => true);
  return JSON.stringify({ person, emails, phones, links, company_email }).slice(1, -1);
}
