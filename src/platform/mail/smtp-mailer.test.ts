import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { openSmtp } from '#test/support/smtp.ts';
import { openSmtpMailer } from './smtp-mailer.ts';

const mail = {
  id: 'mail_1',
  to: 'jane@example.com',
  template: 'opt_out',
  values: {},
  subject: 'Confirm',
  text: 'Grüße\n\nhttps://contacts.example.com/',
  html: '<!doctype html><p>Grüße</p>',
};
const from = 'Contactry <mails@contacts.example.com>';

test('a mail has the sender, the recipient, and a Message-ID that every try repeats', async () => {
  await using smtp = await openSmtp();
  const mailer = openSmtpMailer({ url: smtp.url, from });
  assert.equal(await mailer.deliver(mail), 'accepted');
  assert.equal(await mailer.deliver(mail), 'accepted');
  const [first, second] = smtp.mails;
  assert.deepEqual([first!.from, first!.to], ['mails@contacts.example.com', ['jane@example.com']]);
  assert.equal(first!.header('from'), from);
  assert.equal(first!.header('to'), 'jane@example.com');
  assert.equal(first!.header('message-id'), '<mail_1@contacts.example.com>');
  assert.equal(second!.header('message-id'), first!.header('message-id'));
  assert.equal(first!.header('auto-submitted'), 'auto-generated');
  assert.equal(first!.body('text/plain'), mail.text);
  assert.equal(first!.body('text/html'), mail.html);
});

const hostile = '"x" <a@b.example>\r\nBcc: victim@example.com\r\n\r\n<script>';
test('line breaks in a subject or a name add no header and no recipient', async () => {
  await using smtp = await openSmtp();
  const mailer = openSmtpMailer({ url: smtp.url, from });
  await mailer.deliver({ ...mail, subject: `Receipt for ${hostile}`, text: hostile });
  const [sent] = smtp.mails;
  assert.deepEqual(sent!.to, ['jane@example.com']);
  assert.equal(sent!.header('bcc'), null);
  assert.match(sent!.header('subject')!, /Receipt_for_.*Bcc=3A_victim/);
  const heads = sent!.raw.slice(0, sent!.raw.indexOf('\r\n\r\n'));
  assert.doesNotMatch(heads, /^Bcc/im);
});

test('an address with a second one in it goes nowhere', async () => {
  await using smtp = await openSmtp();
  const mailer = openSmtpMailer({ url: smtp.url, from });
  for (const to of [
    'a@example.com>\r\nRCPT TO:<b@example.com',
    'a@example.com, b@example.com',
    '<a@example.com>',
  ]) {
    assert.equal(await mailer.deliver({ ...mail, to }), 'refused');
  }
  assert.equal(smtp.connections, 0);
});

test('a very long subject and one in other scripts arrive whole', async () => {
  await using smtp = await openSmtp();
  const mailer = openSmtpMailer({ url: smtp.url, from });
  await mailer.deliver({ ...mail, subject: `${'Long '.repeat(400)}\u202eمرحبا नमस्ते` });
  const lines = smtp.mails[0]!.raw.split('\r\n');
  assert.ok(
    lines.every((line) => line.length <= 998),
    'RFC 5322 §2.1.1',
  );
});

for (const [step, code, text, delivery] of [
  ['recipient', 450, '4.2.1 Greylisted', 'deferred'],
  ['recipient', 550, '5.1.1 No such user', 'address_refused'],
  ['recipient', 550, 'No such user', 'address_refused'],
  ['recipient', 552, '5.2.2 Mailbox full', 'refused'],
  ['recipient', 550, '5.7.1 Blocked', 'unreachable'],
  ['recipient', 554, 'Relay access denied', 'unreachable'],
  ['sender', 550, '5.1.8 Bad sender', 'unreachable'],
  ['sender', 451, '4.3.0 Try later', 'unreachable'],
  ['message', 451, '4.3.0 Try later', 'deferred'],
  ['message', 554, '5.6.0 Content refused', 'refused'],
  ['message', 550, '5.1.1 No such user', 'address_refused'],
  ['message', 550, '5.7.26 Not authenticated', 'unreachable'],
] as const) {
  test(`${code} ${text} for the ${step} counts as ${delivery}`, async () => {
    await using smtp = await openSmtp();
    const mailer = openSmtpMailer({ url: smtp.url, from });
    smtp.refusals[step] = { code, text };
    let reason = '';
    assert.equal(await mailer.deliver(mail, (why) => (reason = why)), delivery);
    assert.match(
      reason,
      new RegExp(`^SMTP ${code}( \\d\\.\\d+\\.\\d+)?$`),
      'without the words of the server',
    );
    assert.equal(smtp.mails.length, 0);
  });
}

test('with a password a server without TLS gets neither the password nor the mail', async () => {
  const users: string[] = [];
  await using smtp = await openSmtp({
    onAuth: (auth, _session, done) => {
      users.push(auth.username ?? '');
      done(null, { user: auth.username });
    },
  });
  // An address that leads here, and isn't one of the loopback's names.
  const elsewhere = openSmtpMailer({ url: `smtp://user:secret@0.0.0.0:${smtp.port}`, from });
  let reason = '';
  assert.equal(await elsewhere.deliver(mail, (why) => (reason = why)), 'unreachable');
  assert.match(reason, /^ETLS/);
  assert.deepEqual([users, smtp.mails.length], [[], 0]);
});

test('with STARTTLS the password is sent encrypted, decoded from the URL', async () => {
  const passwords: string[] = [];
  await using smtp = await openSmtp({
    disabledCommands: [],
    authOptional: false,
    allowInsecureAuth: false,
    onAuth: (auth, session, done) => {
      passwords.push(`${auth.username} ${auth.password} ${session.secure}`);
      done(null, { user: auth.username });
    },
  });
  const mailer = openSmtpMailer({ url: `smtp://us%40er:p%40ss%2F@127.0.0.1:${smtp.port}`, from });
  assert.equal(await mailer.deliver(mail), 'accepted');
  assert.deepEqual(passwords, ['us@er p@ss/ true']);
  assert.equal(smtp.mails[0]!.isSecure, true);
});

test('smtps is TLS from the first byte', async () => {
  await using smtp = await openSmtp({ secure: true });
  const mailer = openSmtpMailer({ url: `smtps://127.0.0.1:${smtp.port}`, from });
  assert.equal(await mailer.deliver(mail), 'accepted');
  assert.equal(smtp.mails[0]!.isSecure, true);
});

test('the certificate of another machine is checked', async () => {
  await using smtp = await openSmtp({ secure: true });
  const mailer = openSmtpMailer({ url: `smtps://0.0.0.0:${smtp.port}`, from });
  let reason = '';
  assert.equal(await mailer.deliver(mail, (why) => (reason = why)), 'unreachable');
  assert.match(reason, /CERT/);
});

test('a wrong password is for the operator, and no fault names it', async () => {
  await using smtp = await openSmtp({
    authOptional: false,
    onAuth: (_auth, _session, done) =>
      done(Object.assign(new Error('Wrong secret of user'), { responseCode: 535 })),
  });
  const mailer = openSmtpMailer({ url: `smtp://user:secret@127.0.0.1:${smtp.port}`, from });
  let reason = '';
  assert.equal(await mailer.deliver(mail, (why) => (reason = why)), 'unreachable');
  assert.equal(reason, 'EAUTH SMTP 535');
  assert.equal(await mailer.check(), 'EAUTH SMTP 535');
});

test('a server that never answers ends at the limit', async () => {
  await using smtp = await openSmtp();
  smtp.hangs = true;
  const mailer = openSmtpMailer({ url: smtp.url, from, timeoutMs: 200 });
  assert.equal(await mailer.deliver(mail), 'unreachable');
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const unanswered = openSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from, timeoutMs: 200 });
  assert.equal(await unanswered.deliver(mail), 'unreachable');
  silent.close();
});

test('a server that is down is unreachable, and the check says why', async () => {
  const smtp = await openSmtp();
  const mailer = openSmtpMailer({ url: smtp.url, from });
  assert.equal(await mailer.check(), null);
  assert.equal(smtp.mails.length, 0, 'the check sends nothing');
  await smtp.close();
  assert.equal(await mailer.deliver(mail), 'unreachable');
  assert.match((await mailer.check())!, /^ECONNREFUSED$/);
});
