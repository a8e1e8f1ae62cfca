import { paidPlace, type Reply, type StandInVendor } from '../stand-in.ts';

const token = 'stand-in-contactout-token';

/** api.contactout.com/v1/people/linkedin: 400 and 401 swapped, and 403 with two meanings. */
const contactOutStandIn = (): StandInVendor => ({
  name: 'contactout',
  token,
  answer({ path, query, headers }) {
    if (headers.authorization !== 'basic' || headers.token !== token) return failure(400, 'Bad credentials');
    if (path !== '/v1/people/linkedin') return failure(403, 'No access to endpoint');
    const link = query.get('profile') ?? '';
    if (!/^http.*linkedin\.com\/(?:in|pub)\//.test(link)) return failure(401, 'Invalid profile');
    const profile = profiles[/\/in\/([^/?]+)/.exec(link)?.[1] ?? ''];
    if (profile === undefined) return failure(404, 'Not Found');
    if (Array.isArray(profile)) return { status: 200, body: { status_code: 200, profile } };
    const phone = query.get('include_phone') === 'true' ? profile.phone : [];
    const noEmails = query.get('email_type') === 'none';
    const shown = noEmails
      ? { ...profile, phone, email: [], work_email: [], personal_email: [] }
      : { ...profile, phone };
    const credits = Number(shown.email.length > 0) + Number(phone.length > 0);
    return { status: 200, body: { status_code: 200, profile: { url: link, ...shown } }, credits };
  },
  limited: (retryAfterSeconds) => ({
    ...failure(429, 'Rate limit reached'),
    headers: { 'retry-after': String(retryAfterSeconds) },
  }),
  outOfCredits: () => failure(403, "You're out of credits, please email your sales manager"),
});

const failure = (status: number, message: string): Reply => ({
  status,
  body: { status_code: status, message },
});

interface Profile {
  email: string[];
  work_email: string[];
  work_email_status: Record<string, string>;
  personal_email: string[];
  phone: string[];
  github: string[];
}

const profiles: Record<string, Profile | []> = {
  'asha-example': {
    email: ['asha@works.example.com', 'asha@home.example.net', 'asha.example@maybe.example.org'],
    work_email: ['asha@works.example.com', 'asha.example@maybe.example.org'],
    work_email_status: {
      'asha@works.example.com': 'Verified',
      'asha.example@maybe.example.org': 'Unverified',
    },
    personal_email: ['asha@home.example.net'],
    phone: ['+12025550143'],
    github: ['asha-example'],
  },
  'phoneless-example': {
    email: ['dana@home.example.net'],
    work_email: [],
    work_email_status: {},
    personal_email: ['dana@home.example.net'],
    phone: [],
    github: [],
  },
  'empty-example': [],
};

export const places = [
  paidPlace({
    open: contactOutStandIn,
    variables: ['CONTACTOUT_TOKEN', 'CONTACTOUT_CREDIT_PAISE', 'CONTACTOUT_BASE_URL'],
    creditPaise: '4000',
    knows: [{ source: 'contactout', link: 'linkedin.com/in/asha-example' }],
  }),
];
