import { account, type Door, reason, reasonIfAny, type Word } from './door.ts';

const locks = '/api/v1/admin/locks';
const subject: readonly Word[] = [
  {
    member: 'subject_type',
    value: 'TYPE',
    help: 'email, email_domain, account, provider_user, ip or whatsapp',
  },
  { member: 'subject', help: 'the email, domain, account id, provider:id, address or number' },
];

const accounts = '/api/v1/admin/growth/accounts';
const agents = {
  method: 'PATCH',
  path: '/api/v1/admin/account-features',
  operands: [account],
  options: [reason],
} as const;

/** Accounts, what agents may do, locks and sign-ups. */
export const peopleDoors: readonly Door[] = [
  {
    name: 'accounts',
    summary: 'find accounts',
    method: 'GET',
    path: accounts,
    options: [
      {
        member: 'q',
        option: 'search',
        value: 'TEXT',
        help: 'how an id, email, domain, name, number or shown key begins',
      },
      { member: 'locked', value: 'true|false', help: 'only locked ones, or only others' },
      { member: 'rpm', value: 'RPM', help: 'with this rate of their own, set (any) or unset' },
      { member: 'whatsapp', value: 'NUMBER', help: 'this number, or verified, recorded or none' },
    ],
    columns: [
      ['account', 'account_id'],
      ['email', 'email'],
      ['name', 'name'],
      ['balance', 'balance'],
      ['plans', 'plan_ids'],
      ['locked', 'locked'],
      ['last call', 'last_call_at'],
    ],
    examples: ['accounts --search example.com', 'accounts --locked true'],
  },
  {
    name: 'account',
    summary: 'show one account',
    method: 'GET',
    path: accounts,
    operands: [account],
    rows: 'items',
    examples: ['account mira@example.com'],
  },
  {
    name: 'account email',
    summary: "change an account's primary email",
    method: 'PATCH',
    path: '/api/v1/admin/growth/accounts/email',
    operands: [account, { member: 'new_email', value: 'EMAIL', help: 'one of its other emails' }],
    options: [reason],
    examples: ['account email acme-42 asha@example.org --reason "Moved"'],
  },
  {
    name: 'journey',
    summary: 'show everything dated about one account, in order',
    method: 'GET',
    path: '/api/v1/admin/growth/journey',
    operands: [account],
    columns: [
      ['at', 'at'],
      ['source', 'source'],
      ['what', 'what'],
      ['detail', 'detail'],
    ],
    examples: ['journey mira@example.com --all'],
  },
  {
    name: 'agents',
    summary: 'list accounts with an agent access of their own',
    method: 'GET',
    path: '/api/v1/admin/account-features',
    columns: [
      ['account', 'account_id'],
      ['email', 'email'],
      ['mcp', 'mcp'],
      ['by', 'changed_by'],
      ['at', 'changed_at'],
      ['reason', 'reason'],
    ],
    examples: ['agents'],
  },
  {
    ...agents,
    name: 'agents on',
    summary: 'let agents of an account in, whatever its plan says',
    fixed: { mcp: true },
    examples: ['agents on mira@example.com --reason "Pilot"'],
  },
  {
    ...agents,
    name: 'agents off',
    summary: 'keep agents of an account out; lookups go on',
    fixed: { mcp: false },
    examples: ['agents off mira@example.com --reason "Runaway agent"'],
  },
  {
    ...agents,
    name: 'agents inherit',
    summary: 'leave agents of an account to its plan again',
    fixed: { inherit: true },
    examples: ['agents inherit mira@example.com --reason "Pilot is over"'],
  },
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
    options: [reasonIfAny],
    examples: ['unlock ip 192.0.2.0/24 --reason "The scans are over"'],
  },
  {
    name: 'locks',
    summary: 'list locks, newest first',
    method: 'GET',
    path: locks,
    options: [
      { member: 'account_id', value: 'ID', help: 'those that stop this account' },
      { member: 'subject_type', value: 'TYPE', help: 'those on this type of subject' },
      { member: 'include_expired', is: 'flag', help: 'also expired and lifted ones' },
    ],
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
      { member: 'email', value: 'ADDRESS', help: 'only with this email' },
      { member: 'ip', value: 'ADDRESS', help: 'only from this address or CIDR' },
      { member: 'code', value: 'CODE', help: 'only refused for this, such as signup_refused' },
    ],
    columns: [
      ['at', 'at'],
      ['step', 'step'],
      ['allowed', 'allowed'],
      ['code', 'code'],
      ['email', 'email'],
      ['address', 'ip'],
    ],
    examples: ['attempts', 'attempts --ip 192.0.2.7'],
  },
];
