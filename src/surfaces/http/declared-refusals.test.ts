import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { manifest } from '#app/manifest.ts';
import { admin } from '#core/door.ts';
import { Failure } from '#core/failure.ts';
import { problemSender } from './answer/problem.ts';

/** A route that declares only `handle_taken` and fails with `error`. */
async function refusalOf(error: Error, declaredOnly: boolean) {
  const errors: string[] = [];
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (_: object, message: string) => void errors.push(message),
  };
  const look = () => assert.fail('No page is sent');
  const server = Fastify();
  server.setErrorHandler(
    problemSender({ manifest, publicUrl: () => 'http://127.0.0.1', look, log, declaredOnly }),
  );
  const config = { door: admin('GET', '/things'), refusals: new Set(['handle_taken']) };
  server.get('/things', { config }, () => {
    throw error;
  });
  const response = await server.inject('/things');
  await server.close();
  return { status: response.statusCode, body: response.body, errors };
}

async function refusal(code: string, declaredOnly: boolean) {
  const { status, errors } = await refusalOf(new Failure(code), declaredOnly);
  return { status, errors };
}

const words = 'GET /things failed with not_found, which its operation does not declare';

test('in tests an undeclared error is a server error', async () => {
  assert.equal((await refusal('not_found', true)).status, 500);
});

test('in production an undeclared error is sent, and logged as an error', async () => {
  assert.deepEqual(await refusal('not_found', false), { status: 404, errors: [words] });
});

test('an unexpected error says nothing of its cause', async () => {
  const cause = new Error('relation "api_key" is locked by 127.0.0.1');
  const { status, body, errors } = await refusalOf(new Error('connect to secret-host', { cause }), false);
  assert.deepEqual([status, JSON.parse(body).code, errors], [500, 'internal_error', ['a request failed']]);
  assert.doesNotMatch(body, /relation|secret-host|127\.0\.0\.1:|\.ts|at /);
});

for (const [code, status] of [
  ['handle_taken', 409],
  ['request_timeout', 408],
] as const) {
  test(`a declared or universal error is sent: ${code}`, async () => {
    assert.deepEqual(await refusal(code, true), { status, errors: [] });
  });
}
