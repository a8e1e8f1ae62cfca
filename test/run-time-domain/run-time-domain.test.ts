import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { manifest as everyDomain } from '#app/manifest.ts';
import { ConfigurationError, readConfig } from '#app/start/config.ts';
import { manifestOf } from '#core/manifest.ts';
import { openApiDocument } from '#surfaces/http/openapi/openapi.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJob } from '#test/support/jobs.ts';
import { givenKey } from '#test/support/kit.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';
import { closed, feedPet, Kennel, pets, petTable, vet } from './pets.ts';

const manifest = manifestOf([...everyDomain.domains, pets]);
let database: TestDatabase;
let service: TestService;
before(async () => {
  database = await testDatabase();
  await database.pool.query(petTable);
  service = await testService({ database, manifest });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await database.pool.query('truncate pet, audit_entry, idempotent_answer');
  vet.visits = 0;
  vet.examine = async () => {};
});

const rows = async (text: string) => (await database.pool.query(text)).rows;

const adopt = (name: string, idempotencyKey?: string, others: object = {}) =>
  service.request('POST', '/pets', {
    headers: {
      'x-admin-secret': testSecrets.admin_secret,
      'x-ops-actor': 'Asha',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...others,
    },
    body: { name },
  });

test('a domain brings its routes, errors, variables and settings by its manifest alone', async () => {
  const document = openApiDocument(manifest, 'http://127.0.0.1');
  assert.ok('/pets' in (document.paths as object));
  assert.equal((await service.request('GET', '/errors/pet_is_shy')).statusCode, 200);
  assert.equal(service.app.kernel.ports.settings.current().walk_minutes, 30);
  assert.equal(readConfig({ KENNEL_SIZE: '7' }, manifest).KENNEL_SIZE, 7);
  assert.throws(() => readConfig({ KENNEL_SIZE: '13' }, manifest), ConfigurationError);
  const shy = await adopt('nobody');
  assert.deepEqual([shy.statusCode, shy.json().code, shy.json().name], [409, 'pet_is_shy', 'nobody']);
});

test('phases commit with their audit rows and jobs, in the name of the operator', async () => {
  const answer = await adopt('Rex');
  assert.deepEqual(answer.json(), { name: 'Rex', status: 'adopted' });
  assert.equal(service.app.kernel.ports.use(Kennel).known.get('Rex'), 'adopted');
  assert.deepEqual(await rows('select actor, operation, event from audit_entry order by id'), [
    { actor: 'Asha', operation: 'pets.adopt-pet', event: 'pet.found' },
    { actor: 'Asha', operation: 'pets.adopt-pet', event: 'pet.adopted' },
  ]);
  const jobs = await rows(`select data from pgboss.job where name = '${feedPet.id}' and state = 'created'`);
  assert.deepEqual(jobs.at(-1)!.data, { name: 'Rex' });
});

test('a committed phase stays when the process fails after it, and a repeat continues from there', async () => {
  vet.examine = () => Promise.reject(new Error('the vet is out'));
  assert.equal((await adopt('Rex', 'a key')).statusCode, 500);
  assert.deepEqual(await rows('select name, status from pet'), [{ name: 'Rex', status: 'found' }]);

  vet.examine = async () => {};
  assert.deepEqual((await adopt('Rex', 'a key')).json(), { name: 'Rex', status: 'adopted' });
  assert.equal(vet.visits, 2);
  assert.deepEqual(await rows('select event from audit_entry order by id'), [
    { event: 'pet.found' },
    { event: 'pet.adopted' },
  ]);
  assert.deepEqual(await rows('select status from pet'), [{ status: 'adopted 1970-01-01T00:00:00.000Z' }]);
});

test('a finished process gives its first answer again and does nothing', async () => {
  const first = await adopt('Rex', 'a key');
  const again = await adopt('Rex', 'a key');
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.deepEqual([again.statusCode, again.json(), vet.visits], [200, first.json(), 1]);
  const other = await adopt('Bello', 'a key');
  assert.deepEqual([other.statusCode, other.json().code], [409, 'idempotency_conflict']);
});

test('a process that fails before its first phase leaves the key free', async () => {
  assert.equal((await adopt('nobody', 'a key')).statusCode, 409);
  assert.equal((await adopt('Rex', 'a key')).statusCode, 200);
});

test('while a process is under way its key is in use, and of 20 at once one runs', async () => {
  const goOn = Promise.withResolvers<void>();
  vet.examine = () => goOn.promise;
  const first = adopt('Rex', 'a key');
  await eventually(async () => assert.equal(vet.visits, 1));
  const others = await Promise.all(Array.from({ length: 20 }, () => adopt('Rex', 'a key')));
  for (const other of others) {
    assert.deepEqual([other.statusCode, other.json().code], [409, 'idempotency_key_in_use']);
    assert.equal(other.headers['retry-after'], '2');
  }
  goOn.resolve();
  assert.equal((await first).statusCode, 200);
  assert.equal(vet.visits, 1);
});

test('a process that was taken over after its lease can commit no further phase', async () => {
  const goOn = Promise.withResolvers<void>();
  vet.examine = () => goOn.promise;
  const stalled = adopt('Rex', 'a key');
  await eventually(async () => assert.equal(vet.visits, 1));
  await database.pool.query("update idempotent_answer set leased_until = now() - interval '1 ms'");
  vet.examine = async () => {};
  assert.equal((await adopt('Rex', 'a key')).statusCode, 200);
  goOn.resolve();
  assert.deepEqual((await stalled).json().code, 'idempotency_key_in_use');
  const adopted = await rows("select event from audit_entry where event = 'pet.adopted'");
  assert.equal(adopted.length, 1);
});

test('a phase that failed and was caught has no result: a repeat gives every phase its own', async () => {
  const results = async () => (await adopt('clumsy', 'a key')).json().status;
  assert.equal(await results(), 'the second');
  await database.pool.query("update idempotent_answer set status = null, leased_until = '-infinity'");
  assert.equal(await results(), 'the second');
  assert.deepEqual(await rows("select meals from pet where name = 'clumsy'"), [{ meals: 1 }]);
});

test('overlapping or nested phases are refused', async () => {
  for (const name of ['hasty', 'nested']) assert.equal((await adopt(name)).statusCode, 500, name);
});

test('a repeat gets the headers of the first answer, and its body as it was', async () => {
  const first = await adopt('marked', 'a key');
  const again = await adopt('marked', 'a key');
  assert.equal(first.headers['x-pet'], 'marked');
  assert.deepEqual([again.headers['x-pet'], again.body], ['marked', first.body]);
});

test('an answer with a NUL is stored like any other', async () => {
  const first = await adopt('odd', 'a key');
  assert.deepEqual([first.statusCode, (await adopt('odd', 'a key')).body], [200, first.body]);
});

test('a call that lost its lease leaves no audit row and gets no answer of its own', async () => {
  const goOn = Promise.withResolvers<void>();
  vet.examine = () => goOn.promise;
  const stalled = adopt('slow', 'a key');
  await eventually(async () => assert.equal(vet.visits, 1));
  await database.pool.query("update idempotent_answer set leased_until = '-infinity'");
  vet.examine = async () => {};
  assert.equal((await adopt('slow', 'a key')).statusCode, 200);
  goOn.resolve();
  assert.equal((await stalled).json().code, 'idempotency_key_in_use');
  assert.deepEqual(await rows("select event from audit_entry where event = 'pet.seen'"), [
    { event: 'pet.seen' },
  ]);
});

test('one address is one caller, however it is spelt', async () => {
  const from = (remoteAddress: string) =>
    service.request('POST', '/strays', {
      headers: { 'idempotency-key': 'a key', 'idempotency-secret': 'a-secret-of-this-caller' },
      body: { name: 'Rex' },
      remoteAddress,
    });
  assert.equal((await from('198.51.100.7')).headers['idempotency-replayed'], undefined);
  assert.equal((await from('::ffff:198.51.100.7')).headers['idempotency-replayed'], 'true');
  assert.equal((await from('::ffff:c633:6407')).headers['idempotency-replayed'], 'true');
});

for (const name of ['system:pets.feed-pet', 'key:key_1', 'internal', ' Anonymous ']) {
  test(`an operator can't be called '${name}'`, async () => {
    const refused = await adopt('Rex', undefined, { 'x-ops-actor': name });
    assert.deepEqual([refused.statusCode, refused.json().detail[0].loc], [422, ['header', 'x-ops-actor']]);
  });
}

test('strangers with the same key on a public door never share an answer', async () => {
  const from = (remoteAddress: string, name: string) =>
    service.request('POST', '/strays', {
      headers: { 'idempotency-key': 'a key', 'x-ops-actor': 'the boss' },
      body: { name },
      remoteAddress,
    });
  assert.deepEqual((await from('198.51.100.1', 'Rex')).json().name, 'Rex');
  const stranger = await from('198.51.100.2', 'Bello');
  assert.deepEqual([stranger.json().name, stranger.headers['idempotency-replayed']], ['Bello', undefined]);
  assert.deepEqual(await rows('select distinct actor from audit_entry'), [{ actor: 'anonymous' }]);
});

test('a dashboard’s call can not claim to be an operator', async () => {
  const answer = await service.request('POST', '/internal/pets', {
    headers: { 'x-internal-secret': testSecrets.internal_secret, 'x-ops-actor': 'the boss' },
    body: { name: 'Rex' },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(await rows('select distinct actor from audit_entry'), [{ actor: 'internal' }]);
});

for (const as of ['text', 'bytes', 'stream']) {
  test(`a file answer is sent as ${as} with its name and type`, async () => {
    await adopt('Rex');
    const { text } = await givenKey(database.db);
    const answer = await service.withKey(text, 'GET', `/pets.csv?as=${as}`);
    assert.equal(answer.body, 'name\r\nRex');
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(
      answer.headers['content-disposition'],
      `attachment; filename="H?user & pets.csv"; filename*=UTF-8''H%C3%A4user%20%26%20pets.csv`,
    );
  });
}

test('a job changes things in phases, in its own name', async () => {
  await adopt('Rex');
  await runJob(service, feedPet, { name: 'Rex' });
  assert.deepEqual(await rows('select meals from pet'), [{ meals: 1 }]);
  assert.deepEqual(await rows("select actor, request_id from audit_entry where event = 'pet.fed'"), [
    { actor: 'system:pets.feed-pet', request_id: 'a-job' },
  ]);
});

test('a job is tried as often as it says, and its schedule goes an hour after the job', async () => {
  await service.app.work();
  assert.deepEqual(
    await rows(`select retry_limit, retry_delay from pgboss.queue where name = '${feedPet.id}'`),
    [{ retry_limit: 2, retry_delay: 1 }],
  );
  const schedules = () => rows("select name from pgboss.schedule where name like 'pets.%'");
  assert.deepEqual(await schedules(), [{ name: 'pets.walk-pets' }]);
  await database.pool.query("update pgboss.schedule set updated_on = now() - interval '61 min'");
  await using without = await testService({ database });
  await without.app.work();
  assert.deepEqual(await schedules(), []);
  assert.notDeepEqual(await rows('select name from pgboss.schedule'), []);
});

test('announcements reach the domain that listens to their channel', async () => {
  const kennel = service.app.kernel.ports.use(Kennel);
  assert.equal(kennel.isHeard, true);
  await database.pool.query("notify pet_changed, 'Rex'");
  await eventually(async () => assert.deepEqual(kennel.heard, ['Rex']));
});

test('what the domain keeps of people is exported and erased with the rest', async () => {
  await adopt('Rex');
  const who = { profile_url: 'https://github.com/asha-example' };
  const exported = await service.admin('POST', '/api/v1/admin/people/export', who);
  assert.deepEqual(exported.json().profiles[0].pets, ['Rex']);
  const gone = await service.admin('POST', '/api/v1/admin/people/erasure', { ...who, reason: 'a test' });
  assert.equal(gone.json().erased.pets, 1);
  assert.deepEqual(await rows('select from pet'), []);
});

test('a start that fails half-way closes what was opened', async () => {
  closed.length = 0;
  const broken = {
    ...{ id: 'broken', title: 'Broken', description: 'Does not open.' },
    open: () => Promise.reject(new Error('out of order')),
  };
  const withBroken = manifestOf([...everyDomain.domains, pets, broken]);
  await assert.rejects(testService({ database, manifest: withBroken }), /out of order/);
  assert.deepEqual(closed, ['pets']);
});
