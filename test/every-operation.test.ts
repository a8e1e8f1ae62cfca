import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { manifest } from '#app/manifest.ts';
import { type Door, doorName, pathParameters, readsBody } from '#core/door.ts';
import { shapeFor } from '#core/input/input.ts';
import type { Operation } from '#core/operation.ts';
import { samples as samplesById } from './samples/find-samples.ts';
import { openSamples, type Samples } from './samples/open-samples.ts';
import { specifiedDoors } from './specification.ts';
import { type TestService, testService } from './support/service.ts';

let service: TestService;
let samples: Samples;
before(async () => {
  service = await testService();
  samples = await openSamples(service);
});
after(() => service?.[Symbol.asyncDispose]());

const doors = manifest.operations.flatMap((declared) => declared.doors.map((door) => ({ declared, door })));
const root = join(import.meta.dirname, '..');
/** Any operation may answer so. */
const kernelCodes = ['overloaded', 'database_unavailable'];
const guarded = doors.filter(({ door }) => door.access !== 'public' && door.access !== 'signed');
const somewhere = (door: Door) => door.path.replace(/\{\w+\}/g, 'nothing-here');

test('every row of the specification is served, or named as not built yet', () => {
  const served = new Set(doors.map(({ door }) => doorName(door)));
  const missing = specifiedDoors.filter((row) => !served.has(row));
  assert.deepEqual(missing, []);
});

let guessers = 0;
for (const { declared, door } of guarded) {
  test(`${doorName(door)} without a credential is 401`, async () => {
    const response = await service.request(door.method, somewhere(door));
    assert.equal(response.statusCode, 401, response.body);
    const code =
      door.access === 'internal' || door.access === 'admin' ? 'invalid_secret' : 'missing_credential';
    assert.equal(response.json().code, code);
  });

  test(`${doorName(door)} with a wrong credential is 401`, async () => {
    const wrong = {
      authorization: 'Bearer cty_live_wrong',
      'x-internal-secret': 'wrong',
      'x-admin-secret': 'wrong',
    };
    // Each from an address of its own: an address has a limit of wrong credentials.
    const remoteAddress = `2001:db8:${(++guessers).toString(16)}::1`;
    const response = await service.request(door.method, somewhere(door), { headers: wrong, remoteAddress });
    assert.equal(response.statusCode, 401, response.body);
  });

  if (door.access === 'internal' && declared.account === 'required') {
    test(`${doorName(door)} for an unknown account is 404`, async () => {
      const call = await samples.callOf(declared, door, { input: { account_id: 'nobody' } });
      const response = await service.request(call.method, call.path, call);
      assert.equal(response.statusCode, 404, response.body);
      assert.equal(response.json().code, 'not_found');
    });
  }
}

for (const { declared, door } of doors.filter(({ door }) => door.access === 'signed')) {
  test(`${doorName(door)} without a signature is 401`, async () => {
    const headers = { 'content-type': 'application/json' };
    const { path } = await samples.callOf(declared, door);
    const response = await service.request(door.method, path, { headers, body: '{}' });
    assert.equal(response.statusCode, 401, response.body);
    assert.equal(response.json().code, 'invalid_signature');
  });
}

for (const file of globSync('src/domains/**/*.ts', { cwd: root })) {
  const text = readFileSync(join(root, file), 'utf8');
  const [, id] = /operation\(\{\s*id: '([\w.-]+)'/.exec(text) ?? [];
  const declared = manifest.operations.find((each) => each.id === id);
  if (!declared) continue;
  const undeclared = [...text.matchAll(/\bfail\('(\w+)'/g)]
    .map(([, code]) => code!)
    .filter((code) => !declared.errors.includes(code) && !kernelCodes.includes(code));
  test(`${id} declares what its own file refuses with`, () => assert.deepEqual(undeclared, []));
}

for (const { declared, door } of doors) {
  const wrong = wrongInput(declared, door);
  if (wrong.members.length > 0 && !door.page) {
    test(`${doorName(door)} names every member that has a wrong type`, async () => {
      const call = await samples.callOf(declared, door);
      const inQuery = door.method === 'GET' || door.method === 'DELETE' || declaresStream(door);
      const path = inQuery ? withQuery(call.path, wrong.query) : call.path;
      const response = await service.request(
        call.method,
        path,
        inQuery ? call : { ...call, body: wrong.body },
      );
      assert.equal(response.statusCode, 422, response.body);
      const named = response.json().detail.map((fault: { loc: string[] }) => fault.loc[1]);
      assert.deepEqual(new Set(named), new Set(wrong.members));
    });
  }

  if (door.access === 'internal' && readsBody(door)) {
    test(`${doorName(door)} ignores a member that it doesn't know`, async () => {
      const call = await samples.callOf(declared, door);
      const body = { ...(call.body as object), no_such_member: 1 };
      const response = await service.request(call.method, call.path, { ...call, body });
      assert.ok(response.statusCode < 300, response.body);
    });
  }

  test(`${doorName(door)} answers as its shape says`, async () => {
    const call = await samples.callOf(declared, door);
    const auditRows = door.access === 'admin' && declared.kind !== 'query' ? await countAuditRows() : null;
    const response = await service.request(call.method, call.path, call);
    const { status } = samplesById.get(declared.id) ?? {};
    if (status !== undefined) return assert.equal(response.statusCode, status, response.body);
    assert.ok(response.statusCode < 300, response.body);
    if (door.page) {
      assert.match(String(response.headers['content-type']), /^text\/html/);
      assert.match(response.body, /^<!doctype html>/);
      return;
    }
    const body = declared.contentType ? response.body : response.json();
    const validator = Compile(declared.output as TSchema);
    assert.ok(validator.Check(body), `${response.body} ${JSON.stringify(validator.Errors(body))}`);
    if (auditRows !== null)
      assert.ok((await countAuditRows()) > auditRows, 'an admin command leaves an audit row');
  });
}

test('every sample belongs to an operation, and every example has only members that its operation knows', () => {
  const ids = new Set(manifest.operations.map(({ id }) => id));
  const strange = manifest.operations.flatMap((declared) => {
    const known = new Set(
      declared.doors.flatMap((door) => Object.keys(shapeFor(declared, door.access).properties)),
    );
    return Object.keys(declared.example ?? {})
      .filter((name) => !known.has(name))
      .map((name) => `${declared.id}: ${name}`);
  });
  assert.deepEqual([...[...samplesById.keys()].filter((id) => !ids.has(id)), ...strange], []);
});

test('every published code has its page', () => {
  const missing = [...manifest.errors.keys()].filter(
    (code) => !existsSync(join(root, `docs/errors/${code}.md`)),
  );
  assert.deepEqual(missing, []);
});

test('an address that exists for another method is 405 with Allow, an unknown one 404', async () => {
  const wrongMethod = await service.request('DELETE', '/api/v1/find');
  assert.equal(wrongMethod.statusCode, 405);
  assert.equal(wrongMethod.headers.allow, 'POST');
  assert.equal((await service.request('GET', '/nowhere')).statusCode, 404);
});

function declaresStream(door: Door): boolean {
  return door.bodies !== undefined && !Object.values(door.bodies).includes('json');
}

async function countAuditRows(): Promise<number> {
  const { rows } = await service.database.pool.query('select count(*)::int as rows from audit_entry');
  return rows[0].rows;
}

/** The path with these members of the query, and its own others, such as those that must be there. */
function withQuery(path: string, members: Record<string, string>): string {
  const [plain, own] = path.split('?');
  return `${plain}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(own)), ...members })}`;
}

/** A value of a wrong type for each member that can have one. */
function wrongInput(declared: Operation, door: Door) {
  const inPath = new Set(pathParameters(door.path));
  const inQuery = door.method === 'GET' || door.method === 'DELETE' || declaresStream(door);
  const members = Object.entries(
    shapeFor(declared, door.access).properties as Record<string, TSchema & { type?: string }>,
  )
    .filter(([name]) => !inPath.has(name))
    .filter(([, schema]) => !inQuery || schema.type === 'integer' || schema.type === 'boolean');
  const names = members.map(([name]) => name);
  return {
    members: names,
    body: Object.fromEntries(
      members.map(([name, { type }]) => [name, type === 'object' ? 'no object' : { not: 'of this type' }]),
    ),
    query: Object.fromEntries(names.map((name) => [name, 'not-of-this-type'])),
  };
}
