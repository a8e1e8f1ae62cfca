import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { directoryProfiles } from '#domains/directory/profiles/people.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, customer, find, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { withSettings } from '#test/support/settings.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import { forgetAnswers } from '../forget-answers.ts';
import { disclosedAnswers } from '../paying/disclosed-answers.ts';
import type { PastLookup, PastPage } from './past-lookups.ts';

let service: TestService;
before(async () => {
  service = await testService();
  await importRows(
    service,
    'profile_url,full_name,email,phone,link\n' +
      'linkedin.com/in/asha-past,Asha Past,asha@example.com,+12025550141,https://github.com/asha-past\n' +
      'github.com/ravi-past,Ravi Past,ravi@example.com,,\n' +
      'linkedin.com/in/opted-past,Opted Past,opted@example.com,,\n' +
      'linkedin.com/in/erased-past,Erased Past,erased@example.com,,\n',
  );
});
after(() => service[Symbol.asyncDispose]());

type Customer = Awaited<ReturnType<typeof customer>>;
const linkOf = (name: string) => `https://www.linkedin.com/in/${name}`;

async function pastOf({ accountId }: Customer, query = ''): Promise<PastLookup[]> {
  const answer = await service.internal('GET', `/internal/lookups/${accountId}${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().items;
}

/** A day goes by for the stored answers, and they are forgotten. */
async function aDayLater(): Promise<void> {
  await service.database.pool.query(
    `update lookup set kept_until = kept_until - interval '25 hours',
       op_key = overlay(op_key::text placing '00000000-0000-7' from 1)::uuid where substr(op_key::text, 15, 1) = '7'`,
  );
  await service.database.pool.query(
    "update usage_event set op_key = overlay(op_key::text placing '00000000-0000-7' from 1)::uuid where substr(op_key::text, 15, 1) = '7'",
  );
  await runJob(service, forgetAnswers);
  assert.equal((await service.database.pool.query('select from lookup')).rowCount, 0);
}

const shownOf = ({ profile, full_name, found, status, credits }: PastLookup) => [
  ...[profile?.url ?? null, full_name, found && [found.emails, found.phones, found.links]],
  ...[status, credits.charged, credits.reason],
];

test('lookups of a profile are found by any form of its link, and only those', async () => {
  const one = await customer(service);
  await find(service, one, linkOf('asha-past'));
  await find(service, one, linkOf('asha-past-2'));
  for (const form of ['in.linkedin.com/in/asha-past/', 'HTTP://linkedin.com/in/Asha-Past?trk=x#about']) {
    const found = await pastOf(one, `?profile_url=${encodeURIComponent(form)}`);
    assert.deepEqual(
      found.map(({ profile }) => profile?.url),
      [linkOf('asha-past')],
    );
  }
  const refused = await service.internal('GET', `/internal/lookups/${one.accountId}?profile_url=asha`);
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /"loc":\["query","profile_url"\]/);
});

test('whom an account looked up is listed newest first, and in the same words once the answers are forgotten', async () => {
  const one = await customer(service);
  await find(service, one, linkOf('asha-past'));
  await find(service, one, 'github.com/ravi-past');
  await find(service, one, linkOf('nobody-past'));
  await service.withKey(one.key, 'POST', '/api/v1/find', {
    profile_url: linkOf('asha-past'),
    include: ['links'],
  });
  const expected = [
    [linkOf('asha-past'), 'Asha Past', [0, 0, 1], 'completed', 0, 'links_only'],
    [linkOf('nobody-past'), null, [0, 0, 0], 'not_found', 0, 'not_found'],
    ['https://github.com/ravi-past', 'Ravi Past', [1, 0, 0], 'completed', 1, 'completed_lookup'],
    [linkOf('asha-past'), 'Asha Past', [1, 1, 1], 'completed', 1, 'completed_lookup'],
  ];
  assert.deepEqual((await pastOf(one)).map(shownOf), expected);
  await aDayLater();
  const later = await pastOf(one);
  assert.deepEqual(later.map(shownOf), expected);
  const [{ key, job, opened_from, mode, profile }] = later as [PastLookup];
  assert.deepEqual(
    [key?.id, job, opened_from, mode, profile?.handle],
    [one.keyId, null, 'api', 'live', 'asha-past'],
  );
  const { rows } = await service.database.pool.query('select past::text from lookup_past past');
  assert.doesNotMatch(JSON.stringify(rows), /@example\.com|\+1202/);
});

test('filters and pages return each lookup once', async () => {
  const one = await customer(service);
  const links = Array.from({ length: 7 }, (_, at) => linkOf(`paged-${at}`));
  for (const link of [...links, 'github.com/ravi-past', linkOf('asha-past')]) await find(service, one, link);
  const urls = async (query: string) => (await pastOf(one, query)).map(({ profile }) => profile?.url);
  const [asha, ravi] = [linkOf('asha-past'), 'https://github.com/ravi-past'];
  for (const [query, found] of [
    ['?search=RAVI%20p', [ravi]],
    ['?search=asha-p', [asha]],
    ['?network=github', [ravi]],
    ['?status=completed', [asha, ravi]],
    ['?opened_from=dashboard', []],
    ['?mode=test', []],
    ['?charged=yes', [asha, ravi]],
    ['?kind=job', []],
    [`?key_id=${one.keyId}&kind=find&charged=yes&network=github`, [ravi]],
    ['?end=2020-01-01', []],
  ] as const)
    assert.deepEqual(await urls(query), found, query);

  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/internal/lookups/${one.accountId}?limit=2&search=paged-${cursor && `&cursor=${cursor}`}`;
    const page: PastPage = (await service.internal('GET', path)).json();
    seen.push(...page.items.map(({ profile }) => profile!.url));
    cursor = page.next_cursor;
  }
  assert.deepEqual(seen, links.toReversed());
});

test('a filter that matches few reads a bounded number of calls, and the next page continues there', async () => {
  const one = await customer(service);
  await find(service, one, linkOf('asha-past'));
  await service.database.pool.query(
    `insert into usage_event (account, at, op_key, credits, kind, network, door)
     select id, clock_timestamp() + n * interval '1 microsecond', gen_random_uuid(), 0, 'find', 'linkedin', 'api'
     from account, generate_series(1, 6000) n where account_id = $1`,
    [one.accountId],
  );
  const pages: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/internal/lookups/${one.accountId}?search=asha${cursor && `&cursor=${cursor}`}`;
    const page: PastPage = (await service.internal('GET', path)).json();
    pages.push(page.items.length);
    cursor = page.next_cursor;
  }
  assert.deepEqual(pages, [0, 1]);
});

for (const [name, remove] of [
  [
    'opted-past',
    (url: string) =>
      asOperator(service, 'POST', '/api/v1/admin/suppressions', { profile_url: url, reason: 'asked' }),
  ],
  [
    'erased-past',
    (url: string) =>
      asOperator(service, 'POST', '/api/v1/admin/people/erasure', { profile_url: url, reason: 'asked' }),
  ],
  // Only the link of this person is known.
  [
    'unknown-past',
    (url: string) =>
      asOperator(service, 'POST', '/api/v1/admin/people/erasure', { profile_url: url, reason: 'asked' }),
  ],
] as const) {
  test(`${name} is removed from the history at once, from new and old lookups`, async () => {
    const one = await customer(service);
    await find(service, one, linkOf(name));
    await aDayLater();
    await find(service, one, linkOf(name));
    assert.deepEqual(
      (await pastOf(one)).map(({ profile }) => profile?.url),
      [linkOf(name), linkOf(name)],
    );
    await remove(linkOf(name));
    for (const item of await pastOf(one)) {
      assert.deepEqual([item.profile, item.full_name, item.found], [null, null, null]);
    }
    await aDayLater();
    const { rows } = await service.database.pool.query('select past::text as text from lookup_past past');
    assert.doesNotMatch(rows.map(({ text }) => text).join(), new RegExp(name));

    // As for a person no one knows.
    await find(service, one, linkOf(name));
    const [newest] = await pastOf(one);
    assert.deepEqual(shownOf(newest!), [linkOf(name), null, [0, 0, 0], 'not_found', 0, 'not_found']);
  });
}

test('a lookup names the sources of the values it returned, also once its answer is forgotten, and is found by one', async () => {
  await importRows(
    service,
    'profile_url,full_name,email,phone,source\n' +
      'linkedin.com/in/two-sources,Two Sources,two@example.com,,fair\n' +
      'linkedin.com/in/two-sources,Two Sources,,+12025550142,register\n',
  );
  const one = await customer(service);
  await find(service, one, linkOf('two-sources'));
  await find(service, one, linkOf('nobody-past'));
  await service.withKey(one.key, 'POST', '/api/v1/find', {
    profile_url: linkOf('two-sources'),
    include: ['phones'],
  });
  for (const isForgotten of [false, true]) {
    if (isForgotten) await aDayLater();
    const shown = (await pastOf(one)).map(({ sources }) => sources);
    assert.deepEqual(shown.sort(), [[], ['fair', 'register'], ['register']]);
    assert.equal((await pastOf(one, '?source=fair')).length, 1);
    assert.equal((await pastOf(one, '?source=register')).length, 2);
    assert.equal((await pastOf(one, '?source=fai')).length, 0);
  }
  await asOperator(service, 'POST', '/api/v1/admin/people/erasure', {
    profile_url: linkOf('two-sources'),
    reason: 'asked',
  });
  assert.deepEqual((await pastOf(one, '?source=register')).length, 0);
});

test('lookups that run while a person is erased keep no link of theirs in the history', async () => {
  await importRows(
    service,
    'profile_url,full_name,email\nlinkedin.com/in/raced-past,Raced Past,raced@example.com\n',
  );
  const one = await customer(service);
  const url = linkOf('raced-past');
  await service.database.db.transaction().execute(async (db) => {
    await disclosedAnswers.withdraw!(db, [profileHashOf(url)]);
    await find(service, one, url);
    await find(service, one, linkOf('nobody-past'));
  });
  const links = async () => (await pastOf(one)).map(({ profile }) => profile?.url);
  assert.deepEqual(await links(), [linkOf('nobody-past'), undefined]);

  // One that began later, and had read before the commit.
  await find(service, one, url);
  assert.deepEqual((await links())[0], url);
  await service.database.db.transaction().execute((db) => directoryProfiles.erase(db, [profileHashOf(url)]));
  await service.database.pool.query('delete from directory_former');
  assert.deepEqual(await links(), [undefined, linkOf('nobody-past'), undefined]);
  await aDayLater();
  assert.deepEqual(await links(), [undefined, linkOf('nobody-past'), undefined]);
});

test('with history_days 0 nothing is listed or kept', async () => {
  const one = await customer(service);
  await find(service, one, linkOf('asha-past'));
  {
    await using _off = await withSettings(service, { history_days: 0 });
    assert.deepEqual(await pastOf(one), []);
    await aDayLater();
    assert.equal((await service.database.pool.query('select from lookup_past')).rowCount, 0);
  }
  assert.deepEqual(
    (await pastOf(one)).map(({ profile, credits }) => [profile, credits.charged]),
    [[null, 1]],
  );
});

test('the history as CSV has the rows of the list', async () => {
  const one = await customer(service);
  await find(service, one, linkOf('asha-past'));
  const csv = await service.internal('GET', `/internal/lookups/${one.accountId}/csv?search=asha`);
  assert.equal(csv.statusCode, 200, csv.body);
  const [header, row, ...rest] = csv.body.trimEnd().split('\r\n');
  assert.match(header!, /^at,profile_url,network,full_name,/);
  assert.match(
    row!,
    /,https:\/\/www\.linkedin\.com\/in\/asha-past,linkedin,Asha Past,completed,1,1,1,1,completed_lookup,live,api,cty_/,
  );
  assert.deepEqual(rest, []);
});
