import { readOrNull, some, text, yes } from '#core/vendor-json.ts';
import { paidPlace, type Reply, type StandInVendor } from '../stand-in.ts';

const Asked = some({
  data: some({ linkedin_url: text() }),
  only_verified_email: yes,
  enrich_mobile: yes,
});
const token = 'stand-in-prospeo-key';

/** api.prospeo.io/enrich-person: every miss or error is a 400 with a code, and no person is charged twice. */
function prospeoStandIn(): StandInVendor {
  const paid = new Set<string>();
  return {
    name: 'prospeo',
    token,
    answer({ method, path, body, headers }) {
      if (headers['x-key'] !== token) return failure(401, 'INVALID_API_KEY');
      const asked = readOrNull(Asked, body) ?? {};
      const link = asked.data?.linkedin_url;
      if (method !== 'POST' || path !== '/enrich-person') return failure(400, 'INVALID_REQUEST');
      if (typeof link !== 'string') return failure(400, 'INVALID_DATAPOINTS');
      const person = people.find(({ linkedin_url }) => linkedin_url === link);
      const wantsVerified = asked.only_verified_email;
      if (!person || (wantsVerified && person.email.status !== 'VERIFIED')) return failure(400, 'NO_MATCH');
      const withMobile = asked.enrich_mobile;
      const isRepeat = paid.has(`${link} ${withMobile}`);
      paid.add(`${link} ${withMobile}`);
      const shown = withMobile
        ? person
        : {
            ...person,
            mobile: {
              ...person.mobile,
              revealed: false,
              mobile: '+1 202-***-****',
              mobile_international: null,
            },
          };
      return {
        status: 200,
        headers: { 'x-minute-request-left': '59', 'x-daily-request-left': '1999' },
        body: { error: false, free_enrichment: isRepeat, person: shown, company: null },
        credits: isRepeat ? 0 : withMobile ? 10 : 1,
      };
    },
    limited: (retryAfterSeconds) => ({
      ...failure(429, 'RATE_LIMITED'),
      headers: { 'x-minute-request-left': '0', 'x-minute-reset-seconds': String(retryAfterSeconds) },
    }),
    outOfCredits: () => failure(400, 'INSUFFICIENT_CREDITS'),
  };
}

const failure = (status: number, error_code: string): Reply => ({
  status,
  body: { error: true, error_code },
});

const people = [
  {
    person_id: 'standin0001',
    full_name: 'Asha Example',
    current_job_title: 'Engineer',
    linkedin_url: 'https://www.linkedin.com/in/asha-example',
    email: {
      status: 'VERIFIED',
      revealed: true,
      email: 'asha@works.example.com',
      verification_method: 'SMTP',
    },
    mobile: {
      status: 'VERIFIED',
      revealed: true,
      mobile: '(202) 555-0143',
      mobile_international: '+1 202-555-0143',
      mobile_country_code: 'US',
    },
  },
  {
    person_id: 'standin0002',
    full_name: 'Ravi Sample',
    linkedin_url: 'https://www.linkedin.com/in/ravi-sample',
    email: { status: 'UNVERIFIED', revealed: true, email: 'ravi.sample@maybe.example.org' },
    mobile: { status: 'UNAVAILABLE', revealed: false },
  },
];

export const places = [
  paidPlace({
    open: prospeoStandIn,
    variables: ['PROSPEO_API_KEY', 'PROSPEO_CREDIT_PAISE', 'PROSPEO_BASE_URL'],
    creditPaise: '350',
    knows: [{ source: 'prospeo', link: 'linkedin.com/in/asha-example' }],
  }),
];
