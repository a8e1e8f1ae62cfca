import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { callsUnderWay } from './under-way.ts';

for (const outcome of ['answered', 'failed'] as const) {
  test(`a server closes after a call that is ${outcome} when its caller has gone`, async () => {
    const events: string[] = [];
    const server = Fastify();
    server.addHook('onClose', async () => void events.push('closed'));
    const { began, ended } = callsUnderWay(server);
    const call = Promise.withResolvers<void>();
    began();
    call.promise.catch(() => {}).then(ended);
    server.addHook('preClose', async () => {
      setImmediate(() => {
        events.push(outcome);
        if (outcome === 'answered') call.resolve();
        else call.reject(new Error('no connection'));
      });
    });
    await server.ready();
    await server.close();
    assert.deepEqual(events, [outcome, 'closed']);
  });
}
