import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Type from 'typebox';
import { kyselyOn } from '#platform/database/pools.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { systemClock } from '../clock.ts';
import type { Context, Ports } from '../context.ts';
import { open } from '../door.ts';
import { failWith } from '../failure.ts';
import type { Kernel } from '../kernel.ts';
import { type Kind, operation } from '../operation.ts';
import type { Admitted } from './admit.ts';
import { runOperation } from './run-operation.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase({ migrated: false });
  await database.pool.query('create table note (text text)');
});
after(() => database[Symbol.asyncDispose]());

const fail = failWith(['not_found']);
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Runs an operation behind a public door. Only its transaction matters here. */
function call(kind: Kind, run: (ctx: Context) => Promise<unknown>) {
  const door = open('GET', '/note');
  const db = kyselyOn(database.pool);
  const kernel: Kernel = {
    errors: new Map(),
    ports: { db } as Ports,
    clock: systemClock,
    log: quiet,
    transaction: (work) => db.transaction().execute(work),
    gate: {
      admit: async () => ({ kind: 'anonymous' }),
      account: async () => fail('not_found'),
      keyOf: async () => fail('not_found'),
      tierOf: async () => 'no_plan',
      async countAct() {},
    },
    trail: { async write() {} },
    answers: {
      claim: async () => null,
      async keep() {},
      lease: async () => fail('not_found'),
    },
    directoryUrl: '',
    queue: { async send() {} },
  };
  const declared = operation({
    id: 'notes.write-note',
    summary: 'Write a note',
    kind,
    doors: [door],
    input: Type.Object({}),
    output: Type.Unknown(),
    errors: [],
    run,
  });
  const request = {
    id: 'a-request',
    access: door.access,
    address: '203.0.113.7',
    headers: {},
    idempotencyKey: null,
    signal: AbortSignal.abort(),
    upload: null,
  };
  const admitted: Admitted = { request, caller: { kind: 'anonymous' }, headers: {} };
  return runOperation(kernel, declared, () => ({}), admitted, {
    members: {},
    locate: (path) => path,
    refusesUnknown: false,
  });
}

const write = (ctx: Context, text: string) =>
  ctx.db
    .insertInto('note' as never)
    .values({ text } as never)
    .execute();

const isVisible = async (text: string) =>
  (await database.pool.query('select from note where text = $1', [text])).rows.length === 1;

test('an afterCommit callback runs once others see the change and before the answer is sent', async () => {
  const order: string[] = [];
  let seen: Promise<boolean> | null = null;
  await call('command', async (ctx) => {
    ctx.afterCommit(() => {
      order.push('after commit');
      seen = isVisible('committed');
    });
    await write(ctx, 'committed');
    order.push('run');
  });
  order.push('answer');
  assert.deepEqual(order, ['run', 'after commit', 'answer']);
  assert.equal(await seen, true);
});

test('an afterCommit callback does not run after a rollback', async () => {
  let done = false;
  const refused = call('command', async (ctx) => {
    ctx.afterCommit(() => {
      done = true;
    });
    await write(ctx, 'rolled back');
    return fail('not_found');
  });
  await assert.rejects(refused, { code: 'not_found' });
  assert.deepEqual([done, await isVisible('rolled back')], [false, false]);
});

test('when a transaction is retried, only the callbacks of the last attempt run', async () => {
  const done: number[] = [];
  let attempt = 0;
  await call('command', async (ctx) => {
    const current = ++attempt;
    ctx.afterCommit(() => done.push(current));
    if (current < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  });
  assert.deepEqual(done, [3]);
});

for (const kind of ['query', 'process'] as const) {
  test(`the afterCommit callbacks of a ${kind} run when it is done`, async () => {
    const order: string[] = [];
    await call(kind, async (ctx) => {
      ctx.afterCommit(() => order.push('after'));
      order.push('run');
    });
    assert.deepEqual(order, ['run', 'after']);
  });
}
