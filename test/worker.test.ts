import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testSecrets, testService } from './support/service.ts';

const worker = await testService({ environment: { ROLE: 'worker' } });
after(() => worker[Symbol.asyncDispose]());

test('a worker answers health checks, and metrics to operators', async () => {
  const health = await worker.request('GET', '/api/v1/health');
  assert.deepEqual([health.statusCode, health.json()], [200, { status: 'ok' }]);
  assert.equal((await worker.request('GET', '/api/v1/status')).json().status, 'operational');
  assert.equal((await worker.request('GET', '/metrics')).json().code, 'invalid_secret');
  const headers = { 'x-admin-secret': testSecrets.admin_secret };
  assert.match((await worker.request('GET', '/metrics', { headers })).body, /contactry_jobs_total/);
});

test('a worker answers only its own endpoints', async () => {
  const pages = ['/', '/reference', '/openapi.json', '/api/docs', '/api/v1/keys/list'];
  for (const path of pages) assert.equal((await worker.request('GET', path)).statusCode, 404, path);
  for (const path of ['/api/v1/find', '/api/v1/opt-out'])
    assert.equal((await worker.request('POST', path, { body: {} })).statusCode, 404, path);
});
