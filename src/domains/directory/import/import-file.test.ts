import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { suppressionKey } from '#domains/suppression/keys.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { storedProfile } from '../profiles/stored-profile.ts';
import { count, readTally, statsOf, type Tally } from '../profiles/tally.ts';
import { originOf } from '../rows/row-texts.ts';
import { importFile } from './import-file.ts';
import { importById, insertImport, rejectsOf, restartImport, resumeImport } from './imports.ts';
import { unsaid } from './reading.ts';

const pepper = 'the pepper of these tests';
const startedAt = new Date('2026-07-01T12:00:00Z');
let made = 0;

const file = { fileName: 'f.csv', format: 'csv', reading: unsaid } as const;
const asked = { ...file, sha256: null, actor: 'ops', startedAt } as const;

interface Given {
  id?: string;
  body?: Readable;
  sha256?: Buffer | null;
}

/** Imports a text as a file and returns the import's row. */
async function run(database: TestDatabase, text: string, { id, body, sha256 = null }: Given = {}) {
  const importId = id ?? `imp_${++made}`;
  const { db } = database;
  if (id) await resumeImport(db, id);
  else await insertImport(db, { ...asked, id: importId, sha256 });
  await db.connection().execute(async (connection) =>
    importFile({
      connection,
      pepper,
      importId,
      opened: (await importById(connection, importId))!,
      format: 'csv',
      body: body ?? Readable.from([Buffer.from(text)]),
      origin: originOf(startedAt),
      bytesMax: 1e9,
      stopping: new AbortController().signal,
      now: () => startedAt,
      elapsedMs: () => 0,
    }),
  );
  return (await importById(db, importId))!;
}

const counts = ({ lines, accepted, merged, suppressed, rejected }: Awaited<ReturnType<typeof run>>) => ({
  lines,
  accepted,
  merged,
  suppressed,
  rejected,
});

/** Everything the directory holds, in a form that two databases can be compared by. */
async function contents({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query(
    `select network || ' ' || handle || ' ' || url || ' ' || contacts::text || ' ' || suppression_keys::text as profile
     from directory_profile order by profile_hash`,
  );
  return rows.map((row) => row.profile);
}

async function suppress(
  { pool }: TestDatabase,
  kind: 'profile' | 'email' | 'phone',
  value: string,
): Promise<void> {
  await pool.query('insert into suppression (key, kind, reason, requested_by) values ($1, $2, $3, $4)', [
    suppressionKey(pepper, kind, value),
    kind,
    'asked',
    'subject',
  ]);
}

const handles = async ({ pool }: TestDatabase): Promise<string[]> =>
  (await pool.query('select handle from directory_profile order by handle')).rows.map((row) => row.handle);

const header = 'profile_url,full_name,email,phone,seen_at\n';
const row = (handle: string, email = `${handle}@works.example`, phone = '', seenAt = '2026-01-01') =>
  `github.com/${handle},Some Person,${email},${phone},${seenAt}\n`;

test('rows of one profile merge with each other and with what is known', async () => {
  await using database = await testDatabase();
  const first = await run(
    database,
    `${header}${row('a', 'a1@example.com')}${row('A/', 'a2@example.com')}${row('b')}`,
  );
  assert.deepEqual(counts(first), { lines: 4, accepted: 3, merged: 1, suppressed: 0, rejected: 0 });
  const second = await run(database, `${header}${row('a', 'a1@example.com', '+12025550101', '2026-02-02')}`);
  assert.deepEqual(counts(second), { lines: 2, accepted: 1, merged: 1, suppressed: 0, rejected: 0 });

  const { rows } = await database.pool.query(`select contacts from directory_profile where handle = 'a'`);
  const { emails, phones } = rows[0].contacts;
  assert.deepEqual(
    emails.map((email: { address: string; last_seen: string }) => [
      email.address,
      email.last_seen.slice(0, 10),
    ]),
    [
      ['a1@example.com', '2026-02-02'],
      ['a2@example.com', '2026-01-01'],
    ],
  );
  assert.equal(phones.length, 1);
});

test('importing a file again changes nothing but the count of merged rows', async () => {
  await using database = await testDatabase();
  const text = `${header}${row('a', 'a@example.com')}${row('b', 'b@example.com')}`;
  const { id } = await run(database, text);
  const before = await contents(database);
  const versions = 'select array_agg(version order by version) as written from directory_profile';
  const { rows } = await database.pool.query(versions);
  await restartImport(database.db, { ...asked, id });
  const again = await run(database, text, { id });
  assert.deepEqual(counts(again), { lines: 3, accepted: 2, merged: 2, suppressed: 0, rejected: 0 });
  assert.deepEqual(await contents(database), before);
  assert.deepEqual((await database.pool.query(versions)).rows, rows);
});

test('a rejected line leaves its reason and nothing else', async () => {
  await using database = await testDatabase();
  const done = await run(database, `${header}${row('a', 'bad')}${row('b', 'b@example.com')}nonsense,,,,\n`);
  assert.deepEqual(counts(done), { lines: 4, accepted: 1, merged: 0, suppressed: 0, rejected: 2 });
  const rejects = await rejectsOf(database.db, done.id, 0, 10);
  assert.deepEqual(
    rejects.map(({ line, column, reason }) => [line, column, reason]),
    [
      [2, 'email', 'invalid_email'],
      [4, 'profile_url', 'bare_handle'],
    ],
  );
  assert.deepEqual(await handles(database), ['b']);
});

test('a suppressed profile, address or number leaves the whole person out', async () => {
  await using database = await testDatabase();
  await suppress(database, 'profile', 'https://github.com/a');
  await suppress(database, 'email', 'b@example.com');
  await suppress(database, 'phone', '+12025550103');
  const rows = [
    row('a', 'a@example.com'),
    row('b', 'B@Example.com'),
    row('e', 'e@example.com', '+1 202 555 0103'),
    row('d'),
  ];
  const done = await run(database, header + rows.join(''));
  assert.deepEqual(counts(done), { lines: 5, accepted: 1, merged: 0, suppressed: 3, rejected: 0 });
  assert.deepEqual(await handles(database), ['d']);
});

test('a person seen with a suppressed value stays out, in whatever order rows and files come', async () => {
  const withValue = row('a', 'gone@example.com');
  const without = row('a', 'other@example.com');
  const files = [[withValue + without], [without + withValue], [withValue, without]];
  for (const texts of files) {
    await using database = await testDatabase();
    await suppress(database, 'email', 'gone@example.com');
    for (const text of texts) await run(database, header + text);
    assert.deepEqual(await handles(database), []);
  }
});

test('a profile that was known before its row came with a suppressed value is hidden, not extended', async () => {
  await using database = await testDatabase();
  await run(database, header + row('a', 'other@example.com'));
  const before = await contents(database);
  await suppress(database, 'email', 'gone@example.com');
  const done = await run(database, header + row('a', 'gone@example.com'));
  assert.equal(done.suppressed, 1);
  assert.deepEqual(await contents(database), before);
  const { rows } = await database.pool.query('select profile_hash from directory_profile');
  assert.equal((await storedProfile(database.db, rows[0].profile_hash))?.suppressed, true);
});

test('a released value releases the profiles that were withheld because of it', async () => {
  await using database = await testDatabase();
  await suppress(database, 'email', 'gone@example.com');
  const text = header + row('a', 'gone@example.com');
  assert.equal((await run(database, text)).suppressed, 1);
  await database.pool.query('delete from suppression where key = $1', [
    suppressionKey(pepper, 'email', 'gone@example.com'),
  ]);
  assert.equal((await run(database, text)).accepted, 1);
});

test('an import that broke off continues behind its last batch and ends as if it had not stopped', async () => {
  await using whole = await testDatabase();
  await using broken = await testDatabase();
  const lines = Array.from({ length: 5000 }, (_, at) =>
    at % 50 === 0 ? row(`p${at}`, 'bad') : row(`p${at % 3000}`, `e${at}@example.com`),
  );
  const text = header + lines.join('');
  const expected = await run(whole, text);

  async function* upTo(share: number) {
    yield Buffer.from(text.slice(0, text.length * share));
    throw new Error('the sender went away');
  }
  const id = (await run(broken, '', { body: Readable.from(upTo(0.45)) })).id;
  const half = (await importById(broken.db, id))!;
  assert.equal(half.status, 'interrupted');
  assert.ok(half.lines > 1000 && half.lines < 3000, String(half.lines));
  await run(broken, '', { id, body: Readable.from(upTo(0.8)) });
  const done = await run(broken, text, { id });

  assert.equal(done.status, 'completed');
  assert.deepEqual(counts(done), counts(expected));
  assert.deepEqual(await contents(broken), await contents(whole));
  const rejects = async (database: TestDatabase, of: string) => rejectsOf(database.db, of, 0, 1000);
  assert.deepEqual(await rejects(broken, done.id), await rejects(whole, expected.id));
});

test('bytes that are not those of the hash fail the import', async () => {
  await using database = await testDatabase();
  const text = header + row('a');
  const sha256 = createHash('sha256').update(text).digest();
  assert.equal((await run(database, text, { sha256 })).status, 'completed');
  const other = createHash('sha256').update('another file').digest();
  const failed = await run(database, text, { sha256: other });
  assert.equal(failed.status, 'failed');
  assert.match(failed.detail!, /SHA-256/);
});

test('two imports of the same people at once lose nothing and never deadlock', async () => {
  await using database = await testDatabase();
  await using alone = await testDatabase();
  const people = Array.from({ length: 2500 }, (_, at) => `p${at}`);
  const text = (source: string, names: string[]) =>
    header + names.map((name) => row(name, `${name}@${source}.example`)).join('');
  const files = [text('one', people), text('two', [...people].reverse()), text('three', people)];

  const done = await Promise.all(files.map((file) => run(database, file)));
  for (const file of files) await run(alone, file);

  assert.deepEqual(
    done.map(({ status, accepted }) => [status, accepted]),
    Array(3).fill(['completed', 2500]),
  );
  assert.equal(
    done.reduce((sum, { merged }) => sum + merged, 0),
    5000,
  );
  assert.deepEqual(await contents(database), await contents(alone));
});

test('the counts of the directory are those of its rows, after whatever imports', async () => {
  await using database = await testDatabase();
  const random = (at: number) =>
    row(`p${(at * 7919) % 400}`, at % 3 ? `e${at % 500}@example.com` : '', at % 5 ? '' : '+12025550101');
  const file = (from: number) => header + Array.from({ length: 1500 }, (_, at) => random(from + at)).join('');
  await Promise.all([run(database, file(0)), run(database, file(700)), run(database, file(5000))]);

  const { rows } = await database.pool.query('select network, contacts from directory_profile');
  const scanned: Tally = new Map();
  for (const { network, contacts } of rows) count(scanned, network, contacts, 1);
  const expected = [...scanned].map(([name, amount]) => {
    const [network, measure] = name.split('\t') as [string, string];
    return { network, measure, amount };
  });
  assert.deepEqual(
    statsOf(await readTally(database.db)),
    statsOf(expected.sort((a, b) => (a.measure < b.measure ? -1 : 1))),
  );
});

test('while a person is being suppressed a batch waits, and then leaves the person out', async () => {
  await using database = await testDatabase();
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(7306101)');
  const importing = run(database, header + row('a', 'a@example.com'));
  const waiting = `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`;
  while ((await database.pool.query(waiting)).rows[0].waiting === 0);
  await client.query('insert into suppression (key, kind, reason, requested_by) values ($1, $2, $3, $4)', [
    suppressionKey(pepper, 'email', 'a@example.com'),
    'email',
    'asked',
    'subject',
  ]);
  await client.query('commit');
  client.release();
  assert.equal((await importing).suppressed, 1);
  assert.deepEqual(await handles(database), []);
});
