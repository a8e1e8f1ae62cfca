import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { minuteMs } from '#core/clock.ts';
import { importRows } from '#test/support/kit.ts';
import { type OptOutTest, openOptOutTest } from '#test/support/opt-outs.ts';

const optOuts: OptOutTest = await openOptOutTest();
const { service } = optOuts;
after(() => optOuts[Symbol.asyncDispose]());
beforeEach(() => optOuts.clock.advance(minuteMs));

const open = (path: string) => service.request('GET', path);
/** Sends a form as a browser does: all fields, also those that are empty. */
const send = (path: string, fields: Record<string, string>, remoteAddress = '198.51.100.20') =>
  service.request('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    remoteAddress,
  });
const heading = (page: { body: string }) => /<h1>([^<]+)<\/h1>/.exec(page.body)?.[1];
/** The hidden fields of the form in a page, and where it goes. */
const formIn = ({ body }: { body: string }) => ({
  action: /<form method="post" action="([^"]+)"/.exec(body)![1]!,
  fields: Object.fromEntries(
    [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  ),
});
const pathOf = (url: string) => url.slice(new URL(url).origin.length);

test('a person asks in a browser, opens the link of the mail, presses the button and is left out', async () => {
  await importRows(service, 'profile_url,email\nlinkedin.com/in/in-browser,in-browser@example.com\n');
  assert.equal((await open('/opt-out')).statusCode, 200);
  const asked = await send('/opt-out', { email: 'In-Browser@example.com', profile_url: '' });
  assert.deepEqual([asked.statusCode, heading(asked)], [200, 'Check your email']);

  const { confirmUrl } = await optOuts.mailWaiting('in-browser@example.com');
  assert.equal(new URL(confirmUrl).origin, 'https://contacts.example.com');
  const button = await open(pathOf(confirmUrl));
  assert.deepEqual([button.statusCode, heading(button)], [200, 'Confirm your opt-out']);
  const { action, fields } = formIn(button);
  const done = await send(action, fields);

  assert.deepEqual([done.statusCode, heading(done)], [200, 'You have opted out']);
  assert.equal(await optOuts.statusOf('linkedin.com/in/in-browser'), 'not_found');
});

for (const method of ['GET', 'HEAD'] as const) {
  test(`a program that opens the link of the mail (${method}) changes nothing`, async () => {
    const { id, token, confirmUrl } = await optOuts.mailed(`scanned-${method}@example.com`);
    for (let at = 0; at < 20; at += 1) {
      assert.equal((await service.app.server.inject({ method, url: pathOf(confirmUrl) })).statusCode, 200);
    }
    const { rows } = await service.database.pool.query('select status from opt_out_request where id = $1', [
      id,
    ]);
    assert.equal(rows[0].status, 'open');
    assert.equal((await optOuts.confirm({ request_id: id, token })).statusCode, 200);
  });
}

test('a person proves a profile in a browser, also when the first look finds nothing', async () => {
  const asked = await send('/opt-out', { email: '', profile_url: 'https://codeberg.org/leaver' });
  assert.equal(heading(asked), 'Prove that the profile is yours');
  const { action, fields } = formIn(asked);
  assert.ok(asked.body.includes(`<code>${fields.nonce}</code>`));

  const early = await send(action, fields);
  assert.equal(early.statusCode, 403);
  assert.match(early.body, /role="alert"><p>We did not find the text in your profile/);
  assert.deepEqual(formIn(early), { action, fields }, 'and the button and the text are there again');

  optOuts.host.account.description = fields.nonce!;
  const done = await send(action, fields);
  assert.deepEqual([done.statusCode, heading(done)], [200, 'You have opted out']);
  assert.match(done.body, /You can now remove the text/);
});

test('a profile that can’t be read, and the fourth mail of a day, say that an operator decides', async () => {
  const linkedin = await send('/opt-out', { email: '', profile_url: 'linkedin.com/in/asks-here' });
  assert.deepEqual([linkedin.statusCode, heading(linkedin)], [200, 'We will review your request']);
  for (let at = 0; at < 3; at += 1) await optOuts.start({ email: 'fourth@example.com' });
  const fourth = await send('/opt-out', { email: 'fourth@example.com', profile_url: '' });
  assert.equal(heading(fourth), 'We will review your request');
  assert.doesNotMatch(fourth.body, /on its way/);
});

for (const [what, fields, field, words] of [
  ['nothing filled in', {}, 'email', /Enter your email address/],
  [
    'both filled in',
    { email: 'a@example.com', profile_url: 'codeberg.org/leaver' },
    'email',
    /one of the two only/,
  ],
  ['no address', { email: 'no address' }, 'email', /before the @|needs a name/],
  ['no profile', { profile_url: 'https://github.com/a/b/c' }, 'profile_url', /./],
  ['an endless address', { email: `${'a'.repeat(400)}@example.com` }, 'email', /at most 320/],
] as const) {
  test(`${what} is said beside the field, with what was filled in, and the field has the focus`, async () => {
    const page = await send('/opt-out', { email: '', profile_url: '', ...fields });
    assert.ok(page.statusCode === 422 || page.statusCode === 400, page.body);
    const fault = new RegExp(`<p class="fault" id="${field}-fault">Error: ([^<]+)</p>`).exec(page.body);
    assert.match(fault?.[1] ?? '', words);
    const input = new RegExp(`<input id="${field}"[^>]*>`).exec(page.body)![0];
    assert.match(
      input,
      new RegExp(`aria-describedby="${field}-hint ${field}-fault" aria-invalid="true" autofocus`),
    );
    for (const value of Object.values(fields)) assert.ok(page.body.includes(`value="${value}"`));
    assert.match(page.body, /<title>Not sent yet/);
  });
}

test('what a stranger puts into a page is shown as text and never as markup', async () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const pages = [
    await send('/opt-out', { email: evil, profile_url: evil }),
    await open(`/opt-out/confirm?${new URLSearchParams({ request_id: evil, token: evil })}`),
    await send('/opt-out/confirm', { request_id: evil, token: evil }),
    await send('/opt-out/confirm', { request_id: evil, check: 'true', nonce: evil }),
  ];
  for (const { body } of pages) assert.doesNotMatch(body, /<script|<img/);
  assert.ok(!pages[3]!.body.includes('alert(1)</code>'), 'a nonce that is none is not repeated');
});

test('a link that is old, cut off or wrong says what to do', async () => {
  const { id } = await optOuts.mailed('cut-off@example.com');
  for (const page of [
    await open('/opt-out/confirm'),
    await open(`/opt-out/confirm?request_id=${id}`),
    await open(`/opt-out/confirm?request_id=${id}&token=${'x'.repeat(500)}`),
    await send('/opt-out/confirm', { request_id: id, token: 'wrong' }),
    await send('/opt-out/confirm', {}),
  ]) {
    assert.equal(heading(page), "This link doesn't work");
    assert.match(page.body, /href="\/opt-out"/);
  }
});

test('too many calls say so in words of their own, and keep what was filled in', async () => {
  const address = '198.51.100.77';
  const { id, token } = await optOuts.mailed('busy@example.com');
  for (let at = 0; at < 10; at += 1) await optOuts.confirm({ request_id: 'opt_x', token: 'x' }, address);
  const asked = await send('/opt-out', { email: 'busy@example.com', profile_url: '' }, address);
  assert.deepEqual([asked.statusCode, asked.headers['retry-after']], [429, '60']);
  assert.match(asked.body, /role="alert"><p>Your network sent more than 10 requests in a minute/);
  assert.match(asked.body, /value="busy@example.com"/);
  const confirmed = await send('/opt-out/confirm', { request_id: id, token }, address);
  assert.equal(confirmed.statusCode, 429);
  assert.deepEqual(formIn(confirmed).fields, { request_id: id, token });
});

test('pages run no scripts, load nothing, can’t be framed and send no referrer', async () => {
  const pages = [
    await open('/opt-out'),
    await send('/opt-out', { email: '' }),
    await open('/opt-out/confirm'),
  ];
  for (const { headers, body } of pages) {
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    assert.deepEqual(
      [headers['referrer-policy'], headers['cache-control'], headers['x-content-type-options']],
      ['no-referrer', 'no-store', 'nosniff'],
    );
    assert.doesNotMatch(body, /<script|style=|\son\w+=|https?:\/\/(?!codeberg|www\.w3\.org\/2000\/svg)/);
    assert.match(body, /^<!doctype html>\n<html lang="en">/);
    for (const [, id] of body.matchAll(/<input id="([^"]+)"/g))
      assert.ok(body.includes(`<label for="${id}">`));
  }
});

test('a form of another type, or one that is too large, is a page as well', async () => {
  const json = await service.request('POST', '/opt-out', { body: { email: 'a@example.com' } });
  const large = await send('/opt-out', { email: 'a'.repeat(20_000) });
  for (const [page, status] of [
    [json, 415],
    [large, 413],
  ] as const) {
    assert.deepEqual([page.statusCode, heading(page)], [status, 'Opt out']);
    assert.match(page.body, /role="alert"/);
  }
});

test('behind a proxy with a path of its own the forms go there', async () => {
  await using prefixed = await openOptOutTest({ PUBLIC_URL: 'https://example.com/contacts' });
  const page = await prefixed.service.request('GET', '/opt-out/confirm?request_id=opt_1&token=abc');
  assert.equal(formIn(page).action, '/contacts/opt-out/confirm');
});
