import { list, readOrNull, some, text } from '#core/vendor-json.ts';
import { paidPlace, type Reply, type StandInVendor } from '../stand-in.ts';

const Asked = some({ profiles: list(some({ url: text() })) });
const token = 'stand-in-fullcontact-key';

/** api.fullcontact.com/v3/person.enrich: 202 while it prepares an answer, 403 for a bad key or a used-up quota. */
function fullContactStandIn(): StandInVendor {
  const asked = new Map<string, number>();
  return {
    name: 'fullcontact',
    token,
    answer({ method, path, body, headers }) {
      if (headers.authorization !== `Bearer ${token}`) return failure(403, 'API Key is missing or invalid');
      if (method !== 'POST' || path !== '/v3/person.enrich')
        return failure(404, `Endpoint ${method} ${path} not found`);
      const link = readOrNull(Asked, body)?.profiles?.[0]?.url;
      if (typeof link !== 'string') return failure(422, 'Invalid query');
      const person = people.find(({ urls }) => urls.includes(link));
      if (!person) return failure(404, 'Profile not found');
      const times = (asked.get(link) ?? 0) + 1;
      asked.set(link, times);
      if (person.isSlow && times === 1)
        return { status: 202, body: { status: 202, message: 'Queued for search' } };
      return { status: 200, headers: limitHeaders, body: person.record, credits: 1 };
    },
    limited: () => failure(429, 'Usage limits for the API have been exceeded'),
    outOfCredits: () => failure(403, 'API Key has exceeded its quota'),
  };
}

const failure = (status: number, message: string): Reply => ({ status, body: { status, message } });
const limitHeaders = {
  'x-rate-limit': '6000',
  'x-rate-limit-remaining': '5990',
  'x-fullcontact-ratedelay': '0',
};

const recordOf = (fullName: string, slug: string, details: Record<string, unknown>) => ({
  fullName,
  title: null,
  organization: null,
  location: null,
  linkedin: `https://www.linkedin.com/in/${slug}`,
  twitter: null,
  website: null,
  details: {
    profiles: {
      linkedin: { service: 'linkedin', username: slug, url: `https://www.linkedin.com/in/${slug}` },
    },
    ...details,
  },
  updated: '2026-06-01',
});

const people = [
  {
    urls: ['https://www.linkedin.com/in/asha-example'],
    isSlow: false,
    record: recordOf('Asha Example', 'asha-example', {
      emails: [
        { label: 'work', value: 'asha@works.example.com' },
        { label: 'home', value: 'asha@home.example.net' },
      ],
      phones: [{ label: 'mobile', value: '+12025550143' }],
    }),
  },
  {
    urls: ['https://www.linkedin.com/in/ravi-sample'],
    isSlow: true,
    record: recordOf('Ravi Sample', 'ravi-sample', {
      emails: [{ label: 'other', value: 'ravi@sample.example.net' }],
      phones: [],
    }),
  },
];

export const places = [
  paidPlace({
    open: fullContactStandIn,
    variables: ['FULLCONTACT_API_KEY', 'FULLCONTACT_CREDIT_PAISE', 'FULLCONTACT_BASE_URL'],
    creditPaise: '1500',
    knows: [{ source: 'fullcontact', link: 'linkedin.com/in/asha-example' }],
  }),
];
