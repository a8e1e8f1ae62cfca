import { account, type Door, reason, reasonIfAny, type Word } from './door.ts';

const one: readonly Word[] = [{ member: 'key_id', help: 'as "keys" lists it' }];
const rate: Word = {
  member: 'rate_limit_per_min',
  option: 'rate',
  is: 'number',
  value: 'N',
  help: 'requests a minute',
};
const note: Word = { member: 'note', value: 'TEXT', help: 'for operators' };
const addresses: Word = {
  member: 'allowed_ips',
  value: 'LIST',
  help: 'addresses or CIDRs, comma-separated; "" allows all',
};

export const keyDoors: readonly Door[] = [
  {
    name: 'keys',
    summary: 'list keys, newest first',
    method: 'GET',
    path: '/api/v1/keys/list',
    options: [
      { ...account, help: 'only of this account id or email' },
      { member: 'prefix', value: 'TEXT', help: 'only keys that begin like this' },
      { member: 'status', value: 'STATUS', help: 'active, banned, revoked or expired' },
    ],
    columns: [
      ['key', 'id'],
      ['prefix', 'prefix'],
      ['account', 'account_id'],
      ['plan', 'plan'],
      ['status', 'status'],
      ['rate', 'rate_limit_per_min'],
      ['expires', 'expires_at'],
      ['note', 'note'],
    ],
    examples: ['keys', 'keys --account mira@example.com', 'keys --status banned'],
  },
  {
    name: 'keys create',
    summary: 'create a key, which is shown only once',
    method: 'POST',
    path: '/api/v1/keys/create',
    operands: [{ member: 'email', help: "its account's email" }],
    options: [
      { member: 'plan', value: 'PLAN', help: 'a plan; default credits_25' },
      { member: 'credits', is: 'number', value: 'N', help: "in place of the plan's credits" },
      { member: 'account_id', value: 'ID', help: 'the account, if the dashboard has made it' },
      { member: 'mode', value: 'live|test', help: 'test reads a fictional directory, for free' },
      { member: 'expires_in_days', is: 'number', value: 'DAYS', help: 'default: never' },
      rate,
      addresses,
      note,
    ],
    quiet: 'key',
    examples: [
      'keys create mira@example.com --credits 100 --note "pilot"',
      'keys create mira@example.com --quiet > key.txt',
    ],
  },
  {
    name: 'keys change',
    summary: "change a key's note, rate, addresses or expiry",
    method: 'PATCH',
    path: '/api/v1/admin/keys/{key_id}',
    operands: one,
    options: [
      note,
      rate,
      addresses,
      { member: 'expires_at', value: 'TIME', help: 'ISO 8601 with a zone, or none' },
      reasonIfAny,
    ],
    examples: ['keys change key_8f3c --rate 120 --note "raised for May"'],
  },
  {
    name: 'keys revoke',
    summary: 'end a key for good',
    method: 'POST',
    path: '/api/v1/admin/keys/{key_id}/revocation',
    operands: one,
    options: [reason],
    question: 'Revoke key {key_id}? Its holder gets 401 from now on, for good.',
    examples: ['keys revoke key_8f3c --reason "Published by mistake"'],
  },
  {
    name: 'keys unban',
    summary: 'lift the ban of a key that exceeded its rate',
    method: 'POST',
    path: '/api/v1/admin/keys/{key_id}/unban',
    operands: one,
    options: [reasonIfAny],
    examples: ['keys unban key_8f3c --reason "Their loop is fixed"'],
  },
  {
    name: 'rate',
    summary: "set an account's requests a minute",
    method: 'PATCH',
    path: '/api/v1/admin/growth/accounts/rate',
    operands: [
      account,
      { member: 'rpm', is: 'number', help: "a number, or none for that of the account's plan" },
    ],
    options: [{ member: 'message', value: 'TEXT', help: 'for the audit log' }],
    examples: ['rate mira@example.com 240 --message "A launch"', 'rate mira@example.com none'],
  },
];
