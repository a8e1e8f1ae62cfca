import type { RefusedCall } from '#core/answers/refused-call.ts';
import { type ExtraHost, parseProfileLink, profileHashOf } from '#values/profile-link/index.ts';
import { withoutContacts } from '#values/redaction.ts';

const bytesMax = 8192;
/** More than is kept in the end, so that no half of a contact is at its end. */
const charactersMax = 10_000;
/** Profiles kept of a request that lists many. */
const profilesMax = 10;

type Members = Record<string, unknown>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kept parts of a refused call: its request and answer as JSON, and the profiles that they name. */
export function keptTexts(
  { given, answer }: Pick<RefusedCall, 'given' | 'answer'>,
  hosts: readonly ExtraHost[],
) {
  const profiles = new Set<string>();
  const body = isMembers(given.body)
    ? keptBody(given.body, profiles, hosts)
    : openCleaning(keptText)(given.body);
  const others = { path: given.path, query: given.query };
  const parts = Object.entries({ ...(openCleaning(keptText)(others) as Members), body }).filter(
    ([, part]) => part !== undefined && part !== null && !(isMembers(part) && Object.keys(part).length === 0),
  );
  return {
    request: cut(JSON.stringify(Object.fromEntries(parts))),
    answer: cut(keptAnswer(answer)),
    profiles: [...profiles],
  };
}

function keptAnswer(answer: string): string {
  try {
    return JSON.stringify(openCleaning(withoutContacts)(JSON.parse(answer)));
  } catch {
    return withoutContacts(answer.slice(0, charactersMax));
  }
}

function keptBody(
  { profiles: listed, ...body }: Members,
  profiles: Set<string>,
  hosts: readonly ExtraHost[],
): Members {
  const clean = openCleaning(keptText);
  const kept = keptPerson(body, profiles, { hosts, clean });
  if (!Array.isArray(listed)) return listed === undefined ? kept : { ...kept, profiles: clean(listed) };
  const first = listed
    .slice(0, profilesMax)
    .map((item: unknown) => (isMembers(item) ? keptPerson(item, profiles, { hosts, clean }) : null));
  const omitted = listed.length - first.length;
  return { ...kept, profiles: omitted > 0 ? [...first, `${omitted} more`] : first };
}

const linkMembers = ['profile_url', 'linkedin_url', 'url'];

/** A name is kept only beside a link that identifies the person, so that an erasure finds it. A link is kept in its canonical form. */
function keptPerson(
  members: Members,
  profiles: Set<string>,
  { hosts, clean }: { hosts: readonly ExtraHost[]; clean: Clean },
): Members {
  const kept = clean(members) as Members;
  let isReadable = true;
  for (const name of linkMembers) {
    const link = members[name];
    if (typeof link !== 'string') continue;
    const parsed = parseProfileLink(link, hosts);
    const url = parsed.ok ? parsed.profile.url : parsed.suggestion;
    isReadable &&= parsed.ok;
    if (url !== null) profiles.add(profileHashOf(url));
    if (name in kept) kept[name] = url ?? hostAlone(link);
  }
  if (!isReadable) delete kept.name;
  return kept;
}

const keptText = (text: string): string =>
  /^\s*https?:/i.test(text) ? hostAlone(text) : withoutContacts(text);

/** An address that is no profile's: its path may name a person, or be a secret. Any other text is left out. */
function hostAlone(text: string): string {
  const given = text.trim().slice(0, 2_000);
  if (given === '') return '';
  const isWhole = /^https?:/i.test(given);
  const url = URL.parse(isWhole ? given : `https://${given}`);
  const isHost = url !== null && (isWhole || (url.username === '' && /[a-z]\./i.test(url.host)));
  return isHost ? withoutContacts(`${isWhole ? `${url.protocol}//` : ''}${url.host}/…`) : '[redacted]';
}

type Clean = (value: unknown) => unknown;

/** Cleans texts, names of members, and numbers that may be phones. Characters beyond `charactersMax` in all are left out. */
function openCleaning(cleanText: (text: string) => string): Clean {
  let left = charactersMax;
  const clean: Clean = (value) => {
    if (typeof value === 'string') {
      const text = value.slice(0, Math.max(left, 0));
      left -= text.length;
      return cleanText(text);
    }
    if (typeof value === 'number') return cleanText(String(value)) === String(value) ? value : '[redacted]';
    if (Array.isArray(value)) return value.slice(0, Math.max(left, 0)).map(clean);
    if (!isMembers(value)) return value;
    const members = Object.entries(value).slice(0, Math.max(left, 0));
    return Object.fromEntries(members.map(([name, member]) => [clean(name), clean(member)]));
  };
  return clean;
}

/** Cuts at whole characters. */
function cut(text: string): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  const bytes = Buffer.from(text).subarray(0, bytesMax - 4);
  return `${bytes.toString('utf8').replace(/\uFFFD+$/, '')}…`;
}
