import { paidPlace, type Reply, type StandInVendor } from '../stand-in.ts';

const token = 'stand-in-rocketreach-key';
const pollsUntilComplete = 2;

/** api.rocketreach.co: an answer may take several free polls, and every lookup that reveals something is charged. */
function rocketReachStandIn(): StandInVendor {
  const polls = new Map<number, number>();
  return {
    name: 'rocketreach',
    token,
    answer({ path, query, headers }) {
      if (headers['api-key'] !== token) return failure(401, 'Invalid API Key');
      if (path === '/api/v2/universal/person/check_status') return checked(query.get('ids') ?? '', polls);
      if (path !== '/api/v2/universal/person/lookup') return failure(404, 'Not found');
      const link = query.get('linkedin_url') ?? '';
      const person = people.find(({ linkedin_url }) => linkedin_url === link);
      if (!person) return failure(404, 'Profile not found');
      const wantsPhone = query.get('reveal_phone') === 'true';
      const shown = wantsPhone ? person : { ...person, phones: [] };
      const credits = 5 + (wantsPhone ? 6 : 0);
      if (!person.isSlow) return { status: 200, body: bodyOf(shown, 'complete'), credits };
      polls.set(person.id, 0);
      return { status: 200, body: { ...bodyOf(shown, 'progress'), phones: [] }, credits };
    },
    limited: (retryAfterSeconds) => ({
      ...failure(429, 'Too many requests'),
      headers: { 'retry-after': String(retryAfterSeconds) },
    }),
    outOfCredits: () => failure(402, 'You have run out of lookup credits.'),
  };
}

const failure = (status: number, message: string): Reply => ({ status, body: { status, message } });

function checked(ids: string, polls: Map<number, number>): Reply {
  const rows = ids.split(',').flatMap((text) => {
    const person = people.find(({ id }) => String(id) === text);
    if (!person) return [];
    const count = (polls.get(person.id) ?? 0) + 1;
    polls.set(person.id, count);
    return [bodyOf(person, count < pollsUntilComplete ? 'searching' : person.ends)];
  });
  return { status: 200, body: rows };
}

const bodyOf = ({ isSlow, ends, ...person }: (typeof people)[number], status: string) => ({
  ...person,
  status,
});

const email = (address: string, grade: string, smtp_valid: string, type: string) => ({
  email: address,
  grade,
  smtp_valid,
  type,
  last_validation_check: '2026-01-01T12:00:00Z',
});

const phone = (e164: string, grade: string) => ({
  number: e164,
  e164,
  country_code: '1',
  type: 'mobile',
  grade,
  validity: 'valid',
});

const personOf = (id: number, slug: string, name: string, more: Record<string, unknown> = {}) => ({
  id,
  name,
  linkedin_url: `https://www.linkedin.com/in/${slug}`,
  location: null,
  current_title: null,
  current_employer: null,
  links: null,
  emails: [] as unknown[],
  phones: [] as unknown[],
  isSlow: false,
  ends: 'complete',
  ...more,
});

const people = [
  personOf(500001, 'asha-example', 'Asha Example', {
    current_title: 'Engineer',
    current_employer: 'Example Works',
    links: { github: 'https://github.com/asha-example' },
    emails: [
      email('asha@works.example.com', 'A', 'valid', 'professional'),
      email('asha@home.example.net', 'A-', 'valid', 'personal'),
      email('a.example@works.example.com', 'B', 'accept-all', 'professional'),
      email('asha@old.example.org', 'A', 'invalid', 'professional'),
    ],
    phones: [phone('+12025550143', 'A'), phone('+12025550199', 'C')],
  }),
  personOf(500002, 'ravi-sample', 'Ravi Sample', {
    isSlow: true,
    emails: [email('ravi@sample.example.net', 'A', 'valid', 'professional')],
  }),
  personOf(500003, 'lost-example', 'Lost Example', { isSlow: true, ends: 'failed' }),
];

export const places = [
  paidPlace({
    open: rocketReachStandIn,
    variables: ['ROCKETREACH_API_KEY', 'ROCKETREACH_CREDIT_PAISE', 'ROCKETREACH_BASE_URL'],
    creditPaise: '900',
    knows: [{ source: 'rocketreach', link: 'linkedin.com/in/asha-example' }],
  }),
];
