import type { Reason, Verdict } from '#platform/mailbox-checks/mailbox-check.ts';
import type { DnsZone } from '#test/support/outgoing/dns-server.ts';
import type { SmtpScript } from '#test/support/outgoing/scripted-smtp.ts';

/** One behaviour of a domain's name servers and mail servers, and the verdict on `mira@` there. */
export interface Behaviour {
  /** What is special, as a sentence. */
  is: string;
  says: [Verdict, Reason];
  /** The part before the @. */
  local?: string;
  /** Mail servers, in the order of their preference. Default: one without peculiarities. `library`: the package smtp-server. */
  servers?: (SmtpScript | 'library' | 'refuses_connections')[];
  /** The domain's records in place of an MX for each server. */
  dns?: DnsZone;
  /** Records of other names. */
  others?: Record<string, DnsZone>;
  /** The domain, where it isn't one of its own. */
  domain?: string;
  /** Reserved names count, as in production. */
  isReal?: true;
  /** The verdict on the first try, where a second one follows. */
  first?: [Verdict, Reason];
  /** The server never answers something, so waiting is short. */
  isSilent?: true;
}

const refuses = (reply: string): SmtpScript => ({ rcpt: () => `${reply}\r\n` });
const noSuch = '550 5.1.1 No such user\r\n';
const takes = '250 OK\r\n';
const knows = (known: string | null, unknown: string | null = noSuch): SmtpScript => ({
  rcpt: ({ isKnown }) => (isKnown ? known : unknown),
});

export const addresses: Behaviour[] = [
  { is: 'the address has two dots in a row', local: 'mi..ra', says: ['invalid', 'bad_syntax'] },
  { is: 'the address has a space', local: 'mi ra', says: ['invalid', 'bad_syntax'] },
  { is: 'the address is in capitals, which nothing stores', local: 'MIRA', says: ['invalid', 'bad_syntax'] },
  { is: 'the address breaks the line', local: 'mira\r\nDATA', says: ['invalid', 'bad_syntax'] },
  {
    is: 'the domain is example.com',
    domain: 'example.com',
    isReal: true,
    says: ['invalid', 'reserved_domain'],
  },
  {
    is: 'the domain ends in .example',
    domain: 'works.example',
    isReal: true,
    says: ['invalid', 'reserved_domain'],
  },
  { is: 'the domain is an onion', domain: 'abc.onion', isReal: true, says: ['invalid', 'reserved_domain'] },
  {
    is: 'the domain hands out mailboxes for ten minutes',
    domain: 'mailinator.com',
    isReal: true,
    says: ['risky', 'disposable'],
  },
  {
    is: 'a host below a disposable domain',
    domain: 'x.mailinator.com',
    isReal: true,
    says: ['risky', 'disposable'],
  },
];

export const names: Behaviour[] = [
  { is: 'the domain does not exist', dns: { rcode: 3 }, says: ['invalid', 'no_domain'] },
  { is: 'the domain refuses mail by a null MX', dns: { mx: [[0, '.']] }, says: ['invalid', 'null_mx'] },
  { is: 'the domain exists and has neither MX nor address', dns: {}, says: ['invalid', 'no_mail_server'] },
  { is: 'name servers fail', dns: { rcode: 2 }, says: ['unknown', 'dns_failed'] },
  { is: 'name servers refuse', dns: { rcode: 5 }, says: ['unknown', 'dns_failed'] },
  { is: 'name servers are silent', dns: { isSilent: true }, isSilent: true, says: ['unknown', 'dns_failed'] },
  {
    is: 'the only address of a domain without MX is private',
    dns: { a: ['10.0.0.7'] },
    says: ['invalid', 'no_mail_server'],
  },
  { is: 'without MX, mail goes to the address', dns: { a: ['93.184.215.14'] }, says: ['valid', 'accepted'] },
  {
    is: 'without MX, mail goes to the IPv6 address',
    dns: { aaaa: ['2606:4700::1111'] },
    says: ['valid', 'accepted'],
  },
  {
    is: 'the MX has no address',
    dns: { mx: [[10, 'nowhere.mail.example']] },
    says: ['unknown', 'unreachable'],
  },
  {
    is: 'the MX leads into a private network',
    dns: { mx: [[10, 'inside.mail.example']] },
    others: { 'inside.mail.example': { a: ['192.168.1.9'] } },
    says: ['unknown', 'not_public'],
  },
  {
    is: 'the MX leads to this machine',
    dns: { mx: [[10, 'here.mail.example']] },
    others: { 'here.mail.example': { a: ['127.0.0.1'] } },
    says: ['unknown', 'not_public'],
  },
  {
    is: 'one of the addresses of the MX is private',
    dns: { mx: [[10, 'both.mail.example']] },
    others: { 'both.mail.example': { a: ['93.184.215.14', '10.1.2.3'] } },
    says: ['unknown', 'not_public'],
  },
  {
    is: 'the MX is the address of a cloud’s metadata',
    dns: { mx: [[10, 'meta.mail.example']] },
    others: { 'meta.mail.example': { a: ['169.254.169.254'] } },
    says: ['unknown', 'not_public'],
  },
];

export const connections: Behaviour[] = [
  {
    is: 'the server refuses connections',
    servers: ['refuses_connections'],
    says: ['unknown', 'unreachable'],
  },
  {
    is: 'the first server is dead and the second answers',
    servers: ['refuses_connections', {}],
    says: ['valid', 'accepted'],
  },
  {
    is: 'two servers are dead and the third answers',
    servers: ['refuses_connections', 'refuses_connections', {}],
    says: ['valid', 'accepted'],
  },
  {
    is: 'three servers are dead, and no fourth is asked',
    servers: ['refuses_connections', 'refuses_connections', 'refuses_connections', {}],
    says: ['unknown', 'unreachable'],
  },
  {
    is: 'the server hangs up at once',
    servers: [{ greeting: { hangUp: '' } }],
    says: ['unknown', 'unreachable'],
  },
  {
    is: 'the server never greets',
    servers: [{ greeting: null }],
    isSilent: true,
    says: ['unknown', 'unreachable'],
  },
  {
    is: 'the server greets with 554',
    servers: [{ greeting: '554 5.7.1 Blocked\r\n' }],
    says: ['unknown', 'refused_us'],
  },
  {
    is: 'the server is too busy to greet',
    servers: [{ greeting: '421 4.3.2 Too busy\r\n' }],
    says: ['unknown', 'deferred'],
  },
  {
    is: 'the first server is busy and the second answers',
    servers: [{ greeting: '421 4.3.2 Busy\r\n' }, {}],
    says: ['valid', 'accepted'],
  },
  {
    is: 'the server is a web server',
    servers: [{ greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' }],
    says: ['unknown', 'protocol'],
  },
  {
    is: 'the server greets for ever',
    servers: [{ greeting: '220-hello\r\n'.repeat(9000) }],
    says: ['unknown', 'protocol'],
  },
  {
    is: 'the greeting has several lines',
    servers: [{ greeting: '220-mx.example\r\n220-no spam\r\n220 ESMTP\r\n' }],
    says: ['valid', 'accepted'],
  },
  {
    is: 'lines end with a line feed alone',
    servers: [
      { greeting: '220 mx\n', rcpt: ({ isKnown }) => (isKnown ? '250 OK\n' : '550 5.1.1 unknown\n') },
    ],
    says: ['valid', 'accepted'],
  },
  {
    is: 'replies are codes without a word',
    servers: [{ ...knows('250\r\n', '550\r\n'), greeting: '220\r\n' }],
    says: ['valid', 'accepted'],
  },
  {
    is: 'EHLO is unknown and HELO is not',
    servers: [{ on: { EHLO: '502 5.5.1 What?\r\n' } }],
    says: ['valid', 'accepted'],
  },
  {
    is: 'our name is refused',
    servers: [{ on: { EHLO: '550 5.7.1 Bad HELO\r\n', HELO: '550 5.7.1 Bad HELO\r\n' } }],
    says: ['unknown', 'refused_us'],
  },
  {
    is: 'the codes of one reply differ',
    servers: [{ on: { EHLO: '250-mx\r\n550 no\r\n' } }],
    says: ['unknown', 'protocol'],
  },
  {
    is: 'STARTTLS works',
    servers: [
      {
        tls: 'works',
        rcpt: ({ isKnown, isSecure }) =>
          isSecure ? (isKnown ? takes : noSuch) : '530 5.7.0 Must issue STARTTLS first\r\n',
      },
    ],
    says: ['valid', 'accepted'],
  },
  { is: 'STARTTLS is offered and broken', servers: [{ tls: 'broken' }], says: ['valid', 'accepted'] },
  {
    is: 'STARTTLS is offered and refused',
    servers: [{ tls: 'works', on: { STARTTLS: '454 4.7.0 TLS not available\r\n' } }],
    says: ['valid', 'accepted'],
  },
  {
    is: 'plain text is slipped in before TLS',
    servers: [{ tls: 'works', on: { STARTTLS: '220 go\r\n250 2.1.5 OK\r\n' } }],
    says: ['unknown', 'protocol'],
  },
];

export const senders: Behaviour[] = [
  {
    is: 'our sender is refused',
    servers: [{ on: { MAIL: '550 5.7.1 SPF fails\r\n' } }],
    says: ['unknown', 'refused_us'],
  },
  {
    is: 'our sender is deferred',
    servers: [{ on: { MAIL: '451 4.7.1 Try later\r\n' } }],
    says: ['unknown', 'deferred'],
  },
  {
    is: 'the server hangs up after our sender',
    servers: [{ on: { MAIL: { hangUp: '' } } }],
    says: ['unknown', 'unreachable'],
  },
  {
    is: 'every recipient is refused for our address',
    servers: [refuses('550 5.7.1 Service unavailable; client host blocked using a list')],
    says: ['unknown', 'refused_us'],
  },
  {
    is: 'a block in the words of an old server',
    servers: [refuses('550 Your IP is blacklisted')],
    says: ['unknown', 'refused_us'],
  },
  {
    is: 'a block under the code of an unknown mailbox',
    servers: [refuses('550 5.1.1 Rejected: your host is listed in a blocklist')],
    says: ['unknown', 'refused_us'],
  },
  {
    is: 'the server relays for nobody',
    servers: [refuses('554 5.7.1 Relay access denied')],
    says: ['unknown', 'refused_us'],
  },
  {
    is: 'authentication is wanted',
    servers: [refuses('530 5.7.0 Authentication required')],
    says: ['unknown', 'refused_us'],
  },
  {
    is: 'too many questions',
    servers: [knows('550 5.7.233 Too many connections\r\n')],
    says: ['unknown', 'refused_us'],
  },
];

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
