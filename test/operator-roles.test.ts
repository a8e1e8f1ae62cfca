/** Each role and each operation of operators: who may use it is what the operation declares, and nothing else. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { operatorRoles } from '#core/access.ts';
import { mayUse } from '#core/operation.ts';
import { asOperator } from './support/kit.ts';
import { testService } from './support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());

const calls = manifest.operations.flatMap((operation) =>
  operation.doors.filter(({ access }) => access === 'admin').map((door) => ({ operation, door })),
);

/** A session of the console of an operator with a role. Gives the headers of a call. */
async function signedIn(role: string): Promise<Record<string, string>> {
  const email = `${role}@operators.example.com`;
  const token_hash = randomBytes(32).toString('hex');
  await asOperator(service, 'POST', '/api/v1/admin/operators', { email, role, reason: 'A test' });
  await asOperator(service, 'POST', '/api/v1/admin/operators/sessions', { token_hash, email });
  return { 'x-console-session': token_hash, 'x-ops-actor': email };
}

test('each operation that changes something declares its roles', () => {
  const undeclared = calls.filter(({ operation: { kind, roles } }) => kind !== 'query' && !roles);
  assert.deepEqual(
    undeclared.map(({ operation }) => operation.id),
    [],
  );
});

for (const role of operatorRoles)
  test(`${role}: every operation of operators lets the role in as it declares`, async () => {
    const headers = await signedIn(role);
    const differing: string[] = [];
    for (const { operation, door } of calls) {
      // An owner's call would be carried out.
      if (role === 'owner' && operation.kind !== 'query') continue;
      const path = door.path.replaceAll(/\{\w+\}/g, 'unknown');
      const isLetIn = mayUse(role, operation);
      if (isLetIn && door.forPagesServer) continue;
      const answer = await service.admin(door.method, path, undefined, headers);
      const isRefused = answer.statusCode === 403 && answer.json().code === 'role_refused';
      if (isRefused === isLetIn) differing.push(`${operation.id}: ${answer.statusCode}`);
    }
    assert.deepEqual(differing, []);
  });

test('a role counts from the next request on, and a session that has ended may only look', async () => {
  const headers = await signedIn('support');
  const grant = () =>
    service.admin('PATCH', '/api/v1/admin/platform', { changes: {}, expected_version: 0 }, headers);
  assert.equal((await grant()).json().code, 'role_refused');
  await asOperator(service, 'POST', '/api/v1/admin/operators', {
    ...{ email: 'support@operators.example.com', role: 'owner', reason: 'A test' },
  });
  assert.notEqual((await grant()).json().code, 'role_refused');
  const ended = { 'x-console-session': '0'.repeat(64) };
  const refused = await service.admin('PATCH', '/api/v1/admin/platform', {}, ended);
  assert.match(refused.json().detail, /Your role is reader. This needs: owner/);
  const listed = await asOperator(service, 'GET', '/api/v1/admin/operators');
  assert.ok(
    listed.items.some(
      ({ email, role }: { email: string; role: string }) => email.startsWith('support') && role === 'owner',
    ),
  );
});

test('only another owner locks an operator, and lifts that lock', async () => {
  const [support, owner] = [await signedIn('support'), await signedIn('owner')];
  const lock = (headers: Record<string, string>, subject_type: string, subject: string, end = '') =>
    service.admin('POST', `/api/v1/admin/locks${end}`, { subject_type, subject, reason: 'A test' }, headers);
  const codeOf = async (answer: ReturnType<typeof lock>) => {
    const { statusCode, ...body } = await answer;
    return statusCode === 200 ? 200 : body.json().code;
  };
  for (const [type, subject] of [
    ['email', 'Owner@operators.example.com'],
    ['email_domain', 'operators.example.com'],
  ] as const) {
    assert.equal(await codeOf(lock(support, type, subject)), 'role_refused');
    // With the admin secret, so that the owner's session stays open.
    assert.equal(await codeOf(lock({}, type, subject)), 200);
    assert.equal(await codeOf(lock(support, type, subject, '/unlock')), 'role_refused');
    assert.equal(await codeOf(lock({}, type, subject, '/unlock')), 200);
  }
  assert.equal(await codeOf(lock(support, 'email', 'buyer@example.com')), 200);
  const asSelf = { ...owner, 'x-ops-actor': 'owner@operators.example.com' };
  for (const [type, subject] of [
    ['email', 'Owner@operators.example.com'],
    ['email_domain', 'operators.example.com'],
  ] as const)
    assert.match((await lock(asSelf, type, subject)).body, /would lock you out/);
  assert.equal(await codeOf(lock(owner, 'email', 'support@operators.example.com')), 200);
});

async function sessionOf(email: string): Promise<Record<string, string>> {
  const token_hash = randomBytes(32).toString('hex');
  await asOperator(service, 'POST', '/api/v1/admin/operators/sessions', { token_hash, email });
  return { 'x-console-session': token_hash, 'x-ops-actor': email };
}

test('owners who take the role from each other at once leave one, and none takes it from themself', async () => {
  const setRole = (by: Record<string, string>, email: string, role = 'reader') =>
    service.admin('POST', '/api/v1/admin/operators', { email, role, reason: 'A test' }, by);
  const emails = ['first@owners.example.com', 'second@owners.example.com'] as const;
  const [first, second] = [await sessionOf(emails[0]), await sessionOf(emails[1])];
  assert.equal((await setRole(first, emails[0])).statusCode, 422);
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all([setRole(first, emails[1]), setRole(second, emails[0])]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 403]);
    for (const email of emails) assert.equal((await setRole({}, email, 'owner')).statusCode, 200);
  }
});

test('of owners who lock each other at once, one stays in', async () => {
  const emails = ['third@owners.example.com', 'fourth@owners.example.com'] as const;
  for (const email of emails)
    await asOperator(service, 'POST', '/api/v1/admin/operators', { email, role: 'owner', reason: 'A test' });
  const lock = (by: Record<string, string>, subject: string, end = '') =>
    service.admin(
      'POST',
      `/api/v1/admin/locks${end}`,
      { subject_type: 'email', subject, reason: 'A test' },
      by,
    );
  for (let round = 0; round < 10; round++) {
    const [third, fourth] = [await sessionOf(emails[0]), await sessionOf(emails[1])];
    const answers = await Promise.all([lock(third, emails[1]), lock(fourth, emails[0])]);
    const locked = answers.filter(({ statusCode }) => statusCode === 200);
    assert.equal(locked.length, 1, answers.map(({ body }) => body).join());
    await lock({}, locked[0]!.json().subject, '/unlock');
  }
});
