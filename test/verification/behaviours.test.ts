import assert from 'node:assert/strict';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { openVerify } from '#domains/verification/checking/verifier.ts';
import { openSmtpCheck } from '#platform/mailbox-checks/smtp/smtp-check.ts';
import { openOutgoing } from '#platform/outgoing/index.ts';
import { eventually } from '#test/support/eventually.ts';
import { openDnsServer } from '#test/support/outgoing/dns-server.ts';
import { openScriptedSmtp, type SmtpScript } from '#test/support/outgoing/scripted-smtp.ts';
import type { Behaviour } from './behaviour.ts';
import * as ofServers from './behaviours.ts';
import * as ofMailboxes from './mailboxes.ts';

const crawler = { product: 'Contactry', version: '1', contactUrl: 'https://contacts.example/' };
const introduction = { helo: 'check.contacts.example', sender: 'check@contacts.example' };
const behaviours = [...Object.values(ofServers), ...Object.values(ofMailboxes)].flat();

for (const [at, behaviour] of behaviours.entries()) {
  const { is, says, first } = behaviour;
  test(`${is}: ${says.join(', ')}`, async () => {
    await using domain = await openDomain(behaviour, at);
    const ask = async () => {
      const { verdict, reason } = await domain.verify(domain.address, AbortSignal.timeout(120_000));
      return [verdict, reason];
    };
    if (first) assert.deepEqual(await ask(), first);
    assert.deepEqual(await ask(), says);
    assert.equal(
      domain.commands().some((command) => /^(DATA|BDAT|AUTH|VRFY|EXPN)\b/i.test(command)),
      false,
    );
  });
}

test('a server has one connection at a time', async () => {
  const greet = Promise.withResolvers<void>();
  await using server = await openScriptedSmtp({ greetsAfter: greet.promise });
  await using dns = await openDnsServer({ 'one.example': { mx: [[10, 'mx.one.example']] } });
  const outgoing = openOutgoing({
    crawler,
    nameServers: [dns.address],
    mailStandIns: new Map([['mx.one.example', server.port]]),
    limits: { spacingMs: 0 },
  });
  const check = openSmtpCheck({ outgoing, introduction: () => introduction, nobodyAt: () => 'q7x2' });
  const checks = ['mira', 'noor', 'tara'].map((name) =>
    check.check(`${name}@one.example`, AbortSignal.timeout(120_000)),
  );
  await eventually(async () => assert(server.connections > 0));
  greet.resolve();
  const found = await Promise.all(checks);
  assert.deepEqual(
    found.map(({ verdict }) => verdict),
    ['valid', 'invalid', 'invalid'],
  );
  assert.equal(server.connections, 3);
  assert.doesNotMatch(server.commands.join(' '), /EHLO \S+ EHLO/);
  await outgoing.close();
});

test('the table has at least 60 behaviours of servers, each of them once', () => {
  const withServers = behaviours.filter(({ local, servers, dns }) => servers ?? dns ?? local === undefined);
  assert(withServers.length >= 60, String(withServers.length));
  assert.equal(new Set(behaviours.map(({ is }) => is)).size, behaviours.length);
});

/** A domain with its own name server and mail servers, and a check of our own that reaches no others. */
async function openDomain(behaviour: Behaviour, at: number) {
  await using stack = new AsyncDisposableStack();
  const domain = behaviour.domain ?? `d${at}.example`;
  const servers = await Promise.all((behaviour.servers ?? [{}]).map((server) => openServer(server)));
  for (const server of servers) stack.use(server);
  const hosts = servers.map((_, place) => `mx${place + 1}.${domain}`);
  const standIns = new Map(hosts.map((host, place) => [host, servers[place]!.port]));
  // Without MX, the domain itself is the server.
  if (behaviour.dns && !behaviour.dns.mx) standIns.set(domain, servers[0]!.port);
  const mx = hosts.map((host, place): [number, string] => [10 * (place + 1), host]);
  const dns = await openDnsServer({
    ...behaviour.others,
    // In an order that isn't that of preference.
    [domain]: behaviour.dns ?? { mx: mx.toReversed() },
  });
  stack.use(dns);
  const resolver = new Resolver(
    behaviour.dns?.isSilent ? { timeout: 50, tries: 1 } : { timeout: 30_000, tries: 2 },
  );
  resolver.setServers([dns.address]);
  const outgoing = openOutgoing({
    crawler,
    resolver,
    mailStandIns: standIns,
    limits: { spacingMs: 0 },
  });
  stack.defer(() => outgoing.close());
  const verify = openVerify({
    smtp: openSmtpCheck({
      outgoing,
      introduction: () => introduction,
      nobodyAt: () => 'q7x2v9k4w1z8',
      times: behaviour.isSilent
        ? { connectMs: 60_000, replyMs: 200 }
        : { connectMs: 60_000, replyMs: 60_000 },
    }),
    vendor: () => null,
    usesStandIns: !behaviour.isReal,
  });
  const owned = stack.move();
  return {
    verify,
    address: `${behaviour.local ?? 'mira'}@${domain}`,
    commands: () => servers.flatMap(({ commands }) => commands),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const openServer = (server: SmtpScript | 'library' | 'refuses_connections') =>
  server === 'library'
    ? openLibrary()
    : server === 'refuses_connections'
      ? openNothing()
      : openScriptedSmtp(server);

/** A port on which nothing listens any more. */
async function openNothing() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return { port, commands: [], async [Symbol.asyncDispose]() {} };
}

async function openLibrary() {
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      const error = Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 });
      done(address.startsWith('mira@') ? null : error);
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    commands: [],
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
