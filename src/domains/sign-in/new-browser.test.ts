import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { sendDue } from '#domains/mails/account-mails/send-mails.ts';
import { MailOutbox } from '#domains/mails/index.ts';
import { manualClock } from '#test/support/clock.ts';
import { runJob } from '#test/support/jobs.ts';
import { testService } from '#test/support/service.ts';
import { browserWords } from './browser-words.ts';
import { forgetSessions } from './forget-sessions.ts';

const clock = manualClock(new Date('2026-11-27T09:05:00Z'));
const service = await testService({ clock, environment: { MAIL_OUTBOX: 'on' } });
after(() => service[Symbol.asyncDispose]());
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let people = 0;
async function visitor() {
  people += 1;
  const name = `browsing-${people}`;
  const person = { email: `${name}@example.com`, provider: 'google', provider_user_id: name };
  await service.internal('POST', '/internal/identity/register', { account_id: name, ...person });
  let signIns = 0;
  const signIn = async (browser: string | null, user_agent = firefox) => {
    signIns += 1;
    const token_hash = hashOf(`${name} ${signIns}`);
    const browser_hash = browser === null ? {} : { browser_hash: hashOf(browser) };
    const body = { ...person, token_hash, ...browser_hash, ip: '203.0.113.9', user_agent };
    const opened = await service.internal('POST', '/internal/sign-in/sessions', body);
    assert.equal(opened.statusCode, 200, opened.body);
    await runJob(service, sendDue);
    const all = service.app.kernel.ports.use(MailOutbox)!.mails();
    return all.filter(({ to }) => to === person.email);
  };
  return { signIn, name };
}

test('a sign-in from a new browser is mailed; the first of an account, and a known one, are not', async () => {
  const { signIn } = await visitor();
  assert.deepEqual(await signIn('laptop'), []);
  assert.deepEqual(await signIn('laptop'), []);
  const [mail, ...others] = await signIn('phone');
  assert.deepEqual(
    [mail!.template, mail!.subject, others],
    ['sign_in_new', 'New sign-in to your account', []],
  );
  assert.match(
    mail!.text,
    /Time: 27 Nov 2026, 09:05 UTC\nBrowser: Firefox on Linux\nIP address: 203\.0\.113\.9/,
  );
  assert.equal(mail!.unsubscribe, undefined, 'it can not be switched off');
  assert.equal((await signIn('phone')).length, 1);
});

test('a browser of another account is new to this one', async () => {
  const [one, other] = [await visitor(), await visitor()];
  await one.signIn('shared');
  await other.signIn('own');
  assert.equal((await other.signIn('shared')).length, 1);
  const { rows } = await service.database.pool.query(
    'select count(distinct browser)::int = count(*) as differ from web_browser',
  );
  assert.ok(rows[0].differ, 'no row shows that two accounts share a browser');
});

test('a server of pages without the cookie causes no mail', async () => {
  const { signIn } = await visitor();
  await signIn('laptop');
  assert.deepEqual(await signIn(null), []);
});

test('twenty new browsers in a day are mailed at most, and a hostile browser is not repeated', async () => {
  const { signIn } = await visitor();
  let mails = await signIn('first');
  for (let browser = 0; browser < 22; browser += 1)
    mails = await signIn(`new ${browser}`, `<b>${'x'.repeat(80)}\u202e`);
  assert.equal(mails.length, 20);
  assert.doesNotMatch(mails[0]!.html, /xxx|\u202e/);
  assert.match(mails[0]!.text, /Browser: Unknown/);
});

test('a browser that was not used for 400 days is forgotten', async () => {
  const { signIn } = await visitor();
  await signIn('old');
  clock.advance(400 * dayMs);
  await signIn('new');
  clock.advance(1);
  await runJob(service, forgetSessions);
  assert.deepEqual(
    (await service.database.pool.query('select count(*)::int as browsers from web_browser')).rows,
    [{ browsers: 1 }],
  );
});

for (const [userAgent, words] of [
  [firefox, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone or iPad',
  ],
  ['curl/8.0', 'Unknown'],
] as const)
  test(`${words} is recognised`, () => assert.equal(browserWords(userAgent), words));

test('a flood of sign-ins from new browsers is mailed 20 times, and hides no new key', async () => {
  const { signIn, name } = await visitor();
  for (let browser = 0; browser < 23; browser += 1) await signIn(`flood ${browser}`);
  const mails = await signIn('flood 23');
  assert.equal(mails.length, 20);
  const made = await service.internal('POST', `/internal/keys/by-account/${name}`, { name: 'Stolen' });
  assert.equal(made.statusCode, 200, made.body);
  assert.equal((await signIn('flood 23'))[0]!.template, 'key_created');
});
