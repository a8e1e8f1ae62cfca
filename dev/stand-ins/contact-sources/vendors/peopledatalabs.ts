import { isoIn, paidPlace, type Reply, type StandInVendor } from '../stand-in.ts';

const token = 'stand-in-pdl-key';

/** api.peopledatalabs.com/v5/person/enrich: a miss is a free 404, and limits are written as a Python dictionary. */
const peopleDataLabsStandIn = (): StandInVendor => ({
  name: 'people_data_labs',
  token,
  answer({ path, query, headers }) {
    if (headers['x-api-key'] !== token)
      return failure(401, 'authentication_error', 'Request contained a missing or invalid key');
    if (path !== '/v5/person/enrich') return failure(404, 'not_found', 'Unknown path');
    const profile = query.get('profile');
    if (!profile) return failure(400, 'invalid_request_error', 'Request contained insufficient data');
    const match = records.find(({ urls }) => urls.includes(profile.replace(/^www\./, '')));
    const likelihoodMin = Number(query.get('min_likelihood') ?? 2);
    if (!match || match.likelihood < likelihoodMin || !hasRequired(match.data, query.get('required')))
      return miss;
    return {
      status: 200,
      headers: { ...limitHeaders, 'x-call-credits-spent': '1', 'x-call-credits-type': 'enrich' },
      body: { status: 200, likelihood: match.likelihood, data: match.data, matched: ['profile'] },
      credits: 1,
    };
  },
  limited: (retryAfterSeconds) => ({
    ...failure(429, 'rate_limit_error', 'An error occurred due to requests hitting the API too quick'),
    headers: {
      ...limitHeaders,
      'x-ratelimit-remaining': "{'minute': 0}",
      'x-ratelimit-reset': isoIn(retryAfterSeconds),
    },
  }),
  outOfCredits: () =>
    failure(402, 'payment_required', 'You have reached your account maximum (all matches have been used)'),
});

const limitHeaders = { 'x-ratelimit-limit': "{'minute': 1000}", 'x-ratelimit-remaining': '{"minute": 999}' };

const failure = (status: number, type: string, message: string): Reply => ({
  status,
  body: { status, error: { type, message } },
});
const miss: Reply = {
  ...failure(404, 'not_found', 'No records were found matching your request'),
  headers: { ...limitHeaders, 'x-call-credits-spent': '0' },
};

/** `required` is an expression of field names with AND and OR; AND binds tighter. */
const hasRequired = (data: Record<string, unknown>, required: string | null): boolean =>
  !required ||
  required.split(' OR ').some((all) => all.split(' AND ').every((member) => isThere(data[member.trim()])));

const isThere = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

const records: { urls: string[]; likelihood: number; data: Record<string, unknown> }[] = [
  {
    urls: ['linkedin.com/in/asha-example', 'github.com/asha-example'],
    likelihood: 9,
    data: {
      id: 'standin0001_0000',
      full_name: 'asha example',
      job_title: 'engineer',
      job_company_name: 'example works',
      location_name: 'pune, maharashtra, india',
      linkedin_url: 'linkedin.com/in/asha-example',
      github_url: 'github.com/asha-example',
      work_email: 'asha@works.example.com',
      personal_emails: ['asha@home.example.net'],
      recommended_personal_email: 'asha@home.example.net',
      mobile_phone: '+12025550143',
      phone_numbers: ['+12025550143'],
      emails: [
        {
          address: 'asha@works.example.com',
          type: 'current_professional',
          first_seen: '2021-01-01',
          last_seen: '2026-06-01',
          num_sources: 4,
        },
        { address: 'asha@throwaway.example.org', type: 'disposable', num_sources: 1 },
      ],
      phones: [{ number: '+12025550143', first_seen: '2019-01-01', last_seen: '2026-05-01', num_sources: 3 }],
      profiles: [
        {
          network: 'linkedin',
          url: 'linkedin.com/in/asha-example',
          username: 'asha-example',
          num_sources: 9,
        },
      ],
      possible_emails: [{ address: 'a.example@works.example.com', type: 'professional' }],
      possible_phones: [{ number: '+12025550199' }],
    },
  },
  {
    urls: ['linkedin.com/in/veiled-example'],
    likelihood: 9,
    data: {
      id: 'standin0002_0000',
      full_name: 'veiled example',
      work_email: true,
      emails: true,
      phone_numbers: false,
    },
  },
  {
    urls: ['linkedin.com/in/ravi-sample'],
    likelihood: 8,
    data: {
      id: 'standin0003_0000',
      full_name: 'ravi sample',
      linkedin_url: 'linkedin.com/in/ravi-sample-9',
      emails: [{ address: 'other.ravi@mail.example.org', type: 'personal' }],
    },
  },
];

export const places = [
  paidPlace({
    open: peopleDataLabsStandIn,
    variables: ['PEOPLE_DATA_LABS_API_KEY', 'PEOPLE_DATA_LABS_CREDIT_PAISE', 'PEOPLE_DATA_LABS_BASE_URL'],
    creditPaise: '2400',
    knows: [{ source: 'people_data_labs', link: 'linkedin.com/in/asha-example' }],
  }),
];
