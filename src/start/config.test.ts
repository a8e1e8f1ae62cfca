import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentSecret } from '#core/environment.ts';
import { manifest } from '../manifest.ts';
import { type ConfigurationError, exampleEnvironment, platformVariables, readConfig } from './config.ts';

test('a mail server needs a sender and the address of links, excludes the webhook, and no problem names its password', () => {
  const from = { MAIL_FROM: 'Contactry <mails@example.com>', PUBLIC_URL: 'https://contacts.example.com' };
  const good = 'smtp://user:p%40ss-word@mail.example.com:587';
  assert.equal(readConfig({ ...from, SMTP_URL: good }).SMTP_URL, good);
  const wrong: Record<string, string>[] = [
    { SMTP_URL: good },
    { ...from, SMTP_URL: 'smtp://user:p%ss-word@mail.example.com' },
    { ...from, SMTP_URL: 'smtp://user@mail.example.com' },
    { ...from, SMTP_URL: 'smtp://user:pass-word@mail.example.com/inbox' },
    { ...from, SMTP_URL: 'https://user:pass-word@mail.example.com' },
    { ...from, SMTP_URL: good, MAIL_FROM: 'Contactry\r\nBcc: <a@example.com>' },
    {
      ...from,
      SMTP_URL: good,
      MAIL_WEBHOOK_URL: 'https://mailer.example.com/',
      MAIL_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
    },
  ];
  for (const environment of wrong)
    assert.throws(
      () => readConfig(environment),
      ({ problems }: ConfigurationError) =>
        /SMTP_URL|MAIL_FROM/.test(problems[0]!) && !/ss-word/.test(problems.join()),
    );
});

test('an empty environment is a complete configuration', () => {
  const config = readConfig({});
  assert.equal(config.PORT, 8080);
  assert.equal(config.HOST, '127.0.0.1');
  assert.equal(config.ROLE, 'all');
});

test('mails need a secret and the address that their links lead to', () => {
  const MAIL_WEBHOOK_URL = 'https://mailer.example.com/';
  assert.throws(
    () => readConfig({ MAIL_WEBHOOK_URL }),
    ({ problems }: ConfigurationError) =>
      problems.length === 2 && /MAIL_WEBHOOK_SECRET/.test(problems[0]!) && /PUBLIC_URL/.test(problems[1]!),
  );
});

test('every problem is reported at once, with the name of its variable', () => {
  const environment = {
    PORT: '99999',
    ROLE: 'boss',
    DATABASE_URL: 'mysql://db.example.com',
    ADMIN_SECRET: 'short',
    TRUSTED_PROXIES: '10.0.0.0/8, not-an-address',
  };
  assert.throws(
    () => readConfig(environment),
    (error: ConfigurationError) => {
      for (const name of Object.keys(environment)) {
        assert.ok(
          error.problems.some((problem) => problem.startsWith(name)),
          name,
        );
      }
      return error.problems.length === 5;
    },
  );
});

test('DATABASE_URL may name several servers, and must lead to the one that takes writes', () => {
  const url = 'postgres://contactry@db1.example.com:5432,db2.example.com/contactry';
  assert.equal(readConfig({ DATABASE_URL: url }).DATABASE_URL, url);
  const readWrite = `${url}?target_session_attrs=read-write`;
  assert.equal(readConfig({ DATABASE_URL: readWrite }).DATABASE_URL, readWrite);
  assert.throws(
    () => readConfig({ DATABASE_URL: `${url}?target_session_attrs=standby` }),
    /DATABASE_URL has target_session_attrs=standby, but only read-write or primary can be used/,
  );
  assert.throws(() => readConfig({ DATABASE_URL: 'postgres://a,,b/x' }), /with commas between several hosts/);
});

test('what production refuses is reported with every other problem', () => {
  const environment = {
    NODE_ENV: 'production',
    PORT: 'abc',
    NPM_BASE_URL: 'nonsense',
    GITHUB_BASE_URL: 'http://127.0.0.1:4700',
  };
  assert.throws(
    () => readConfig(environment),
    ({ problems }: ConfigurationError) => {
      const named = problems.map((problem) => problem.split(' ')[0]);
      assert.deepEqual(named, ['PORT', 'NPM_BASE_URL', 'GITHUB_BASE_URL']);
      return true;
    },
  );
});

test('an empty variable counts as absent', () => {
  assert.equal(readConfig({ PORT: '', ROLE: ' ' }).PORT, 8080);
});

test('an unknown source is reported together with the known ones', () => {
  for (const SOURCES of ['nope', 'github,nope']) {
    assert.throws(
      () => readConfig({ SOURCES }),
      ({ problems }: ConfigurationError) => /^SOURCES names 'nope'.*all, github, /.test(problems.join()),
    );
  }
  assert.deepEqual(readConfig({ SOURCES: 'all' }).SOURCES, ['all']);
  assert.deepEqual(readConfig({ SOURCES: ' github, website' }).SOURCES, ['github', 'website']);
});

test('a proxy is an address or a range, written in full', () => {
  for (const TRUSTED_PROXIES of ['1.2.3', '10/8', '10.0.0.0/33', '167772161']) {
    assert.throws(() => readConfig({ TRUSTED_PROXIES }), TRUSTED_PROXIES);
  }
  const good = ['10.0.0.1', '10.0.0.0/8', '2001:db8::1', '2001:db8::/32'];
  assert.deepEqual(readConfig({ TRUSTED_PROXIES: good.join(',') }).TRUSTED_PROXIES, good);
});

test('a proxy with an IPv6 address that embeds an IPv4 address is not that IPv4 address', () => {
  const { TRUSTED_PROXIES } = readConfig({ TRUSTED_PROXIES: '::10.0.0.1,::10.0.0.0/120,::ffff:10.0.0.1' });
  assert.deepEqual(TRUSTED_PROXIES, ['::a00:1', '::a00:0/120', '::ffff:10.0.0.1']);
});

test('the example environment lists every variable and sets none', () => {
  const lines = exampleEnvironment().split('\n');
  for (const name of Object.keys({ ...platformVariables, ...manifest.variables }))
    assert.ok(
      lines.some((line) => line.startsWith(`#${name}=`)),
      name,
    );
  assert.ok(lines.every((line) => line === '' || line.startsWith('#')));
});

test('a secret may be two during a change, and the first is the one to send', () => {
  const { ADMIN_SECRET } = readConfig({ ADMIN_SECRET: 'the-new-secret-of-all , the-previous-secret' });
  assert.equal(currentSecret(ADMIN_SECRET), 'the-new-secret-of-all');
  assert.throws(
    () => readConfig({ INTERNAL_SECRET: 'the-new-secret-of-all,short' }),
    /INTERNAL_SECRET must have/,
  );
});
