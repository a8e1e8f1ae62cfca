import { type Behaviour, knows, noSuch, refuses, takes } from './behaviour.ts';

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
    is: 'the server relays for no one',
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
