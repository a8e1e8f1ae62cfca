import { type Behaviour, knows, noSuch, refuses, takes } from './behaviour.ts';

export const mailboxes: Behaviour[] = [
  { is: 'the mailbox exists', says: ['valid', 'accepted'] },
  { is: 'the mailbox exists, and the library serves it', servers: ['library'], says: ['valid', 'accepted'] },
  {
    is: 'the mailbox does not exist, and the library says so',
    local: 'noor',
    servers: ['library'],
    says: ['invalid', 'no_mailbox'],
  },
  { is: 'mail is forwarded', servers: [knows('251 2.1.5 will forward\r\n')], says: ['valid', 'accepted'] },
  {
    is: 'the server can’t say and would take it',
    servers: [knows('252 2.1.5 Cannot VRFY\r\n')],
    says: ['unknown', 'unclear'],
  },
  {
    is: 'the mailbox is unknown (5.1.1)',
    servers: [refuses('550 5.1.1 The email account does not exist')],
    says: ['invalid', 'no_mailbox'],
  },
  {
    is: 'the mailbox is unknown, without an enhanced code',
    servers: [refuses('550 User unknown')],
    says: ['invalid', 'no_mailbox'],
  },
  {
    is: 'the mailbox is unknown to Exchange (5.4.1)',
    servers: [refuses('550 5.4.1 Recipient address rejected: Access denied')],
    says: ['invalid', 'no_mailbox'],
  },
  {
    is: 'the mailbox is unknown (5.1.10)',
    servers: [refuses('550 5.1.10 RecipientNotFound; not found by SMTP address lookup')],
    says: ['invalid', 'no_mailbox'],
  },
  {
    is: 'the mailbox is disabled (5.2.1)',
    servers: [refuses('550 5.2.1 The account is disabled')],
    says: ['invalid', 'no_mailbox'],
  },
  {
    is: 'the person has moved (551)',
    servers: [refuses('551 5.1.6 Recipient no longer on server')],
    says: ['invalid', 'no_mailbox'],
  },
  {
    is: 'the name is not allowed (553)',
    servers: [refuses('553 5.1.3 Invalid address format')],
    says: ['invalid', 'no_mailbox'],
  },
  {
    is: 'the server hangs up after it said so',
    servers: [{ rcpt: () => ({ hangUp: noSuch }) }],
    says: ['invalid', 'no_mailbox'],
  },
  {
    is: 'a refusal without any reason',
    servers: [refuses('550 Requested action not taken')],
    says: ['unknown', 'unclear'],
  },
  {
    is: 'a refusal with a reason of its own',
    servers: [refuses('550 5.0.0 No')],
    says: ['unknown', 'unclear'],
  },
  {
    is: 'the mailbox is full (552)',
    servers: [refuses('552 5.2.2 Mailbox full')],
    says: ['risky', 'mailbox_full'],
  },
  {
    is: 'the mailbox is full for now (452)',
    servers: [refuses('452 4.2.2 The account is over quota')],
    says: ['risky', 'mailbox_full'],
  },
  {
    is: 'the mailbox is of a role',
    local: 'sales',
    servers: [{ mailboxes: ['sales'] }],
    says: ['risky', 'role_address'],
  },
  {
    is: 'the mailbox has letters beyond ASCII, and the server offers SMTPUTF8',
    local: 'मीरा',
    servers: [{ mailboxes: ['मीरा'], on: { EHLO: '250-mx\r\n250 SMTPUTF8\r\n' } }],
    says: ['valid', 'accepted'],
  },
  {
    is: 'the mailbox has letters beyond ASCII, and the server doesn’t offer SMTPUTF8',
    local: 'मीरा',
    says: ['unknown', 'needs_smtputf8'],
  },
];

export const odd: Behaviour[] = [
  { is: 'every name is taken', servers: [knows(takes, takes)], says: ['catch_all', 'catch_all'] },
  { is: 'every name is forwarded', servers: [knows(takes, '251 ok\r\n')], says: ['catch_all', 'catch_all'] },
  {
    is: 'the other name is refused for policy',
    servers: [knows(takes, '550 5.7.1 Not allowed\r\n')],
    says: ['unknown', 'refused_us'],
  },
  {
    is: 'the other name is too many',
    servers: [knows(takes, '550 too many recipients\r\n')],
    says: ['unknown', 'refused_us'],
  },
  {
    is: 'the other name gets no answer',
    servers: [knows(takes, null)],
    isSilent: true,
    says: ['unknown', 'unreachable'],
  },
  {
    is: 'the server hangs up at the other name',
    servers: [{ rcpt: ({ isKnown }) => (isKnown ? takes : { hangUp: '' }) }],
    says: ['unknown', 'unreachable'],
  },
  { is: 'the other name gets 252', servers: [knows(takes, '252 maybe\r\n')], says: ['unknown', 'unclear'] },
  {
    is: 'the other mailbox is full',
    servers: [knows(takes, '552 5.2.2 full\r\n')],
    says: ['unknown', 'unclear'],
  },
  {
    is: 'the server is a reply ahead from the sender on',
    servers: [{ ...refuses('550 5.1.1 No such user'), on: { MAIL: '250 OK\r\n250 OK\r\n' } }],
    says: ['unknown', 'protocol'],
  },
  {
    is: 'the server is a reply ahead from the mailbox on',
    servers: [knows('250 OK\r\n550 5.1.1 unknown\r\n', takes)],
    says: ['unknown', 'protocol'],
  },
  {
    is: 'RSET is not answered with 250',
    servers: [{ on: { RSET: '550 5.1.1 No such user\r\n' } }],
    says: ['unknown', 'protocol'],
  },
  {
    is: 'QUIT is answered with what RSET should have been',
    servers: [{ on: { QUIT: '250 OK\r\n' } }],
    says: ['unknown', 'protocol'],
  },
  {
    is: 'the server hangs up before RSET is answered',
    servers: [{ on: { RSET: { hangUp: '' } } }],
    says: ['unknown', 'protocol'],
  },
  {
    is: 'a reply of 70 kB',
    servers: [{ rcpt: () => `250-${'x'.repeat(70_000)}\r\n` }],
    says: ['unknown', 'protocol'],
  },
  {
    is: 'bytes instead of a reply',
    servers: [{ rcpt: () => '\x00\x01\x02\xff\r\n' }],
    says: ['unknown', 'protocol'],
  },
  {
    is: 'the mailbox gets no answer',
    servers: [knows(null)],
    isSilent: true,
    says: ['unknown', 'unreachable'],
  },
];

const secondTime = (seen: number) =>
  seen === 0 ? '451 4.7.1 Greylisted, try again in 300 seconds\r\n' : null;

export const greylists: Behaviour[] = [
  {
    is: 'a greylist takes the mailbox on the second try',
    servers: [{ rcpt: ({ seen, isKnown }) => secondTime(seen) ?? (isKnown ? takes : noSuch) }],
    first: ['unknown', 'deferred'],
    says: ['valid', 'accepted'],
  },
  {
    is: 'a greylist finds no mailbox on the second try',
    local: 'noor',
    servers: [{ rcpt: ({ seen, isKnown }) => secondTime(seen) ?? (isKnown ? takes : noSuch) }],
    first: ['unknown', 'deferred'],
    says: ['invalid', 'no_mailbox'],
  },
  {
    is: 'a greylist before a catch-all',
    servers: [{ rcpt: ({ seen }) => secondTime(seen) ?? takes }],
    first: ['unknown', 'deferred'],
    says: ['catch_all', 'catch_all'],
  },
  {
    is: 'a greylist that defers each recipient for ever',
    servers: [refuses('450 4.2.0 Greylisted')],
    first: ['unknown', 'deferred'],
    says: ['unknown', 'deferred'],
  },
  {
    is: 'a greylist that knows the mailbox and not the other name',
    servers: [{ rcpt: ({ seen, isKnown }) => (isKnown ? takes : (secondTime(seen) ?? takes)) }],
    first: ['unknown', 'deferred'],
    says: ['catch_all', 'catch_all'],
  },
  {
    is: 'an unknown mailbox that is only refused for now',
    servers: [refuses('450 4.1.1 User unknown in local recipient table')],
    first: ['unknown', 'deferred'],
    says: ['unknown', 'deferred'],
  },
  {
    is: 'the server shuts down at the mailbox',
    servers: [{ rcpt: ({ nth }) => (nth === 1 ? { hangUp: '421 4.3.0 Shutting down\r\n' } : noSuch) }],
    first: ['unknown', 'deferred'],
    says: ['invalid', 'no_mailbox'],
  },
];
