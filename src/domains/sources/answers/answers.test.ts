import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { asOperator } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { tallyQuestion } from '../sql.ts';

const path = '/api/v1/admin/sources/answers';

let service: TestService;
before(async () => {
  service = await testService();
  const { db, pool } = service.database;
  const tally = (source: string, result: 'found' | 'not_found' | 'failed', paise: number, emails = 0) => {
    const values = { emails, phones: 0, links: result === 'found' ? 1 : 0 };
    return tallyQuestion(db, source, { result, ms: 10, paise, certain: true, values });
  };
  await tally('hunter', 'found', 250, 2);
  await tally('hunter', 'not_found', 50);
  await tally('hunter', 'failed', 0);
  await tally('github', 'not_found', 0);
  for (let lookup = 0; lookup < 3; lookup++)
    await sql`select source_earned(${['hunter', 'directory', 'github']}::text[], 1)`.execute(db);
  await sql`select source_earned('{}', 1)`.execute(db);
  await pool.query(`insert into source_tally (source, day, asked, found, values_found, paise)
    values ('hunter', (now() at time zone 'UTC')::date - 29, 1, 1, 1, 100), ('hunter', (now() at time zone 'UTC')::date - 30, 9, 9, 9, 900)`);
});
after(() => service[Symbol.asyncDispose]());

test('each day has the hit rate of a source and its cost per value, and each source its sums', async () => {
  const { days, sources, total } = await asOperator(service, 'GET', path);
  assert.equal(days.length, 3, 'the 31st day is not within 30 days');
  const { date: _, ...today } = days.at(-1);
  const hunter = { source: 'hunter', asked: 3, found: 1, not_found: 1, failed: 1, values_found: 3 };
  const fields = { emails_found: 2, phones_found: 0, links_found: 1 };
  assert.deepEqual(today, {
    ...hunter,
    ...fields,
    ...{ hit_rate: 0.5, cost_paise: 300, hit_paise: 300, value_paise: 100 },
    ...{ email_paise: 150, phone_paise: null, link_paise: 300, credits_earned: 1, credit_paise: 300 },
  });
  assert.deepEqual(
    sources.map(({ source, asked, hit_rate, cost_paise, value_paise }: Record<string, unknown>) => [
      ...[source, asked, hit_rate, cost_paise, value_paise],
    ]),
    [
      ['hunter', 4, 0.667, 400, 100],
      ['github', 1, 0, 0, null],
    ],
  );
  assert.deepEqual([total.asked, total.found, total.cost_paise, total.credits_earned], [5, 2, 400, 2]);
  assert.equal(total.credit_paise, 200);
});

test('the days of one source are downloaded as CSV', async () => {
  const response = await service.admin('GET', `${path}/csv?days=1&source=github`);
  const [header, row, ...others] = response.body.trim().split('\r\n');
  assert.match(header!, /^\uFEFF?date,source,asked,/);
  assert.match(row!, /^\d{4}-\d\d-\d\d,github,1,0,1,0,0,0,0,0,0,0,,,,,,1,0$/);
  assert.deepEqual(others, []);
});
