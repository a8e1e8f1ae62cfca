import { type Door, reason, type Word } from './door.ts';

const locks = '/api/v1/admin/locks';
const subject: readonly Word[] = [
  {
    member: 'subject_type',
    value: 'TYPE',
    help: 'email, email_domain, account, provider_user, ip or whatsapp',
  },
  { member: 'subject', help: 'the e-mail, domain, account id, provider:id, address or number' },
];

/** Locks and sign-ups. */
export const peopleDoors: readonly Door[] = [
  {
    name: 'lock',
    summary: 'lock somebody out of sign-in and lookups',
    method: 'POST',
    path: locks,
    operands: subject,
    options: [
      { member: 'expires_at', value: 'TIME', help: 'ISO 8601 with a zone; default: until it is lifted' },
      reason,
    ],
    examples: ['lock ip 192.0.2.0/24 --reason "Sign-ups by the hundred"'],
  },
  {
    name: 'unlock',
    summary: 'lift a lock',
    method: 'POST',
    path: `${locks}/unlock`,
    operands: subject,
    examples: ['unlock ip 192.0.2.0/24'],
  },
  {
    name: 'locks',
    summary: 'list locks, newest first',
    method: 'GET',
    path: locks,
    options: [{ member: 'include_expired', is: 'flag', help: 'also expired and lifted ones' }],
    columns: [
      ['type', 'subject_type'],
      ['subject', 'subject'],
      ['status', 'status'],
      ['since', 'created_at'],
      ['until', 'expires_at'],
      ['by', 'created_by'],
      ['reason', 'reason'],
    ],
    examples: ['locks', 'locks --include-expired'],
  },
  {
    name: 'attempts',
    summary: 'list sign-up attempts with their evidence, newest first',
    method: 'GET',
    path: '/api/v1/admin/abuse/attempts',
    options: [
      { member: 'email', value: 'ADDRESS', help: 'only with this e-mail' },
      { member: 'ip', value: 'ADDRESS', help: 'only from this address or CIDR' },
      { member: 'code', value: 'CODE', help: 'only refused for this, such as signup_refused' },
    ],
    columns: [
      ['at', 'at'],
      ['step', 'step'],
      ['allowed', 'allowed'],
      ['code', 'code'],
      ['e-mail', 'email'],
      ['address', 'ip'],
    ],
    examples: ['attempts', 'attempts --ip 192.0.2.7'],
  },
];
