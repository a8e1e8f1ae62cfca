import type { RefusedCall } from '#core/answers/refused-call.ts';
import { type ExtraHost, parseProfileLink, profileHashOf } from '#values/profile-link/index.ts';
import { withoutSecrets } from '#values/redaction.ts';

const bytesMax = 8192;
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
  const body = isMembers(given.body) ? keptBody(given.body, profiles, hosts) : given.body;
  const parts = Object.entries({ ...given, body }).filter(
    ([, part]) => part !== undefined && part !== null && !(isMembers(part) && Object.keys(part).length === 0),
  );
  return {
    request: cut(withoutSecrets(JSON.stringify(Object.fromEntries(parts)))),
    answer: cut(withoutSecrets(answer)),
    profiles: [...profiles],
  };
}

function keptBody(body: Members, profiles: Set<string>, hosts: readonly ExtraHost[]): Members {
  const kept = keptPerson(body, profiles, hosts);
  if (!Array.isArray(body.profiles)) return kept;
  const listed: unknown[] = body.profiles;
  const first = listed
    .slice(0, profilesMax)
    .map((item) => (isMembers(item) ? keptPerson(item, profiles, hosts) : null));
  const omitted = listed.length - first.length;
  return { ...kept, profiles: omitted > 0 ? [...first, `${omitted} more`] : first };
}

const linkMembers = ['profile_url', 'linkedin_url', 'url'];

/** A name is kept only beside a link that identifies the person, so that an erasure finds it. */
function keptPerson(members: Members, profiles: Set<string>, hosts: readonly ExtraHost[]): Members {
  const links = linkMembers.map((name) => members[name]).filter((link) => typeof link === 'string');
  const parsed = links.map((link) => parseProfileLink(link, hosts));
  for (const link of parsed) {
    const url = link.ok ? link.profile.url : link.suggestion;
    if (url !== null) profiles.add(profileHashOf(url));
  }
  if (links.length === 0 || parsed.every(({ ok }) => ok)) return members;
  const { name: _, ...others } = members;
  return others;
}

/** Cuts at whole characters. */
function cut(text: string): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  const bytes = Buffer.from(text).subarray(0, bytesMax - 4);
  return `${bytes.toString('utf8').replace(/\uFFFD+$/, '')}…`;
}
