import { paidPlace, type Reply, type StandInVendor } from '../stand-in.ts';

const token = 'stand-in-hunter-key';

/** api.hunter.io/v2/email-finder: the likeliest address, with the pages that show it, or with none if it is a guess. */
function hunterStandIn(): StandInVendor {
  const asked = new Set<string>();
  const paid = new Set<string>();
  return {
    name: 'hunter',
    token,
    checkPath: '/v2/account',
    answer({ path, query, headers }) {
      if (headers['x-api-key'] !== token)
        return failure(401, 'authentication_failed', 'No user found for the API key supplied');
      const handle = query.get('linkedin_handle');
      if (path !== '/v2/email-finder' || !handle)
        return failure(400, 'wrong_params', 'You are missing a parameter');
      if (handle === 'forgotten-example')
        return failure(451, 'claimed_email', 'The person asked us to stop processing their data');
      const isFirst = !asked.has(handle);
      asked.add(handle);
      if (handle === 'ravi-sample' && isFirst)
        return { status: 202, body: { data: null, meta: { params: {} } } };
      const data = people[handle];
      if (!data) return failure(404, 'not_found', 'The email was not found');
      // Within a billing period the same address is free.
      const credits = paid.has(handle) ? 0 : 1;
      paid.add(handle);
      const meta = { params: { linkedin_handle: handle, first_name: null, last_name: null } };
      return { status: 200, body: { data, meta }, credits };
    },
    limited: (retryAfterSeconds) => ({
      ...failure(429, 'too_many_requests', 'Slow down, please'),
      headers: { 'retry-after': String(retryAfterSeconds) },
    }),
    outOfCredits: () => failure(429, 'usage_exceeded', 'You have used all the credits of your plan'),
  };
}

const failure = (status: number, id: string, details: string): Reply => ({
  status,
  body: { errors: [{ id, code: status, details }] },
});

const page = (uri: string, extracted_on: string, last_seen_on: string) => ({
  domain: new URL(uri).hostname,
  uri,
  extracted_on,
  last_seen_on,
  still_on_page: true,
});

const personOf = (first_name: string, last_name: string, email: string, more: Record<string, unknown>) => ({
  first_name,
  last_name,
  email,
  score: 97,
  domain: email.split('@')[1],
  accept_all: false,
  position: null,
  twitter: null,
  linkedin_url: null,
  phone_number: null,
  company: null,
  sources: [] as unknown[],
  verification: { date: '2026-03-01', status: 'valid' },
  ...more,
});

const people: Record<string, unknown> = {
  'asha-example': personOf('Asha', 'Example', 'asha@works.example.com', {
    position: 'Engineer',
    company: 'Example Works',
    linkedin_url: 'https://www.linkedin.com/in/asha-example',
    sources: [
      page('https://works.example.com/team', '2024-01-01', '2026-02-02'),
      page('https://talks.example.org/2025', '2025-05-05', '2025-11-11'),
    ],
  }),
  'ravi-sample': personOf('Ravi', 'Sample', 'ravi@sample.example.net', {
    sources: [page('https://sample.example.net/', '2025-01-01', '2026-01-01')],
    verification: { date: '2026-01-05', status: 'accept_all' },
  }),
  'made-up-example': personOf('Made', 'Up', 'made.up@works.example.com', { score: 88 }),
};

export const places = [
  paidPlace({
    open: hunterStandIn,
    variables: ['HUNTER_API_KEY', 'HUNTER_CREDIT_PAISE', 'HUNTER_BASE_URL'],
    creditPaise: '850',
    knows: [{ source: 'hunter', link: 'linkedin.com/in/asha-example' }],
  }),
];
