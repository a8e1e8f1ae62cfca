import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testService } from '#test/support/service.ts';
import { SettingsInForce } from './settings-in-force.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const settings = service.app.kernel.ports.use(SettingsInForce);
const path = '/api/v1/admin/platform';

test('a change and a rollback are in force when they are answered', async () => {
  settings.reload = () => Promise.resolve();
  for (let version = 0; version < 20; version += 2) {
    const body = { changes: { free_repeat_days: 7 }, reason: 'a test', expected_version: version };
    assert.equal((await service.admin('PATCH', path, body)).statusCode, 200);
    assert.equal(settings.current().free_repeat_days, 7);
    const back = { version: 0, reason: 'a test' };
    assert.equal((await service.admin('POST', `${path}/rollback`, back)).statusCode, 200);
    assert.notEqual(settings.current().free_repeat_days, 7);
  }
});
