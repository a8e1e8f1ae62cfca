import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabaseLine } from '#test/support/database-line.ts';
import { eventually } from '#test/support/eventually.ts';
import { startTwoServers, type TwoServers } from '#test/support/two-servers.ts';
import { listen } from './listen.ts';
import { openPipeline } from './pipeline.ts';
import { openPool } from './pools.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

let servers: TwoServers;
before(async () => {
  servers = await startTwoServers();
});
after(() => servers[Symbol.asyncDispose]());

const askedPort = "select current_setting('port')::int as port";
const portOf = ({ host }: { host: string }) => Number(host.split(':')[1]);

test('of two servers the one that takes writes is used, wherever it is in the URL', async () => {
  const { a, b, url } = servers;
  for (const text of [url, url.replace(`${a.host},${b.host}`, `${b.host},${a.host}`)]) {
    const pool = openPool(text, 1, log);
    assert.deepEqual((await pool.query(askedPort)).rows, [{ port: portOf(a) }]);
    await pool.end();
  }
});

test('an error names each server, and why it was refused', async () => {
  const { b } = servers;
  const pool = openPool(`postgres://contactry@127.0.0.1:1,${b.host}/postgres`, 1, log);
  await assert.rejects(pool.query('select 1'), {
    code: '57P03',
    message: `No server takes writes: 127.0.0.1:1 connect ECONNREFUSED 127.0.0.1:1; ${b.host} takes no writes (a standby, or read-only)`,
  });
  await pool.end();
});

test('a connection whose server takes no more writes is dropped at its first refusal', async () => {
  const pool = openPool(servers.a.url, 1, log);
  const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  const first = await pid();
  await pool.query('set default_transaction_read_only = on');
  await assert.rejects(pool.query('create table note (text text)'), { code: '25006' });
  await eventually(async () => assert.notEqual(await pid(), first));
  await pool.query('create table note (text text)');
  await pool.end();
});

test('when the primary goes silent and the standby takes over, everything moves there, and what hangs is ended', async () => {
  const { a, b } = servers;
  await using line = await openDatabaseLine(a.url);
  const url = `postgres://contactry@${new URL(line.url).host},${b.host}/postgres`;
  await using stack = new AsyncDisposableStack();
  const pool = openPool(url, 2, log);
  const pipeline = openPipeline(pool, log);
  stack.defer(() => pool.end());
  stack.defer(() => pipeline.end());
  const heard: string[] = [];
  const said = (text: string) => () => void heard.push(text);
  stack.use(
    await listen(url, ['news'], {
      ...{ onLost: said('lost'), onRestored: said('restored'), log },
      onMessage: (_channel, payload) => heard.push(payload),
    }),
  );
  assert.deepEqual((await pipeline.query({ text: askedPort })).rows, [{ port: portOf(a) }]);
  line.freeze();
  const hanging = Promise.allSettled([pool.query('select 1'), pipeline.query({ text: 'select 1' })]);
  await b.promote();
  for (const { status } of await hanging) assert.equal(status, 'rejected');
  assert.deepEqual((await pool.query(askedPort)).rows, [{ port: portOf(b) }]);
  assert.deepEqual((await pipeline.query({ text: askedPort })).rows, [{ port: portOf(b) }]);
  await eventually(async () => {
    await pool.query("select pg_notify('news', 'here')");
    assert.deepEqual(heard.at(-1), 'here');
  });
  assert.ok(heard.indexOf('lost') < heard.indexOf('restored'));

  // Two primaries: the earlier one is refused, even if it answers and the new one doesn't.
  line.thaw();
  await b.kill();
  await eventually(() =>
    assert.rejects(pool.query('select 1'), /is an earlier primary \(timeline 00000001; 00000002 took over\)/),
  );
});
