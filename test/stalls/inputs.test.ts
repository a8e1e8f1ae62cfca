import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { bodyBytesMaxOf } from '#core/body-limit.ts';
import { bodiesOf, type Door, doorName } from '#core/door.ts';
import { ValidationFailure } from '#core/failure.ts';
import { inputReader } from '#core/input.ts';
import { parseJson } from '#core/parse-json.ts';
import { memberReader } from '#surfaces/http/read-members.ts';
import { hostileTexts } from './hostile-text.ts';
import { stallMs, stallMsMax } from './thread-time.ts';

const bodyBytesMax = 1024 * 1024;
/** Of a request's first line, with Node's limit for all headers. */
const queryLengthMax = 16 * 1024;

interface Hostile {
  name: string;
  json: string;
}

const listOf = (entries: number, entry: string) => `[${Array(entries).fill(entry).join()}]`;

/** JSON that says much in few bytes. */
function* hostileJson(length: number): Generator<Hostile> {
  for (const entry of [
    '0',
    '""',
    '[]',
    '{}',
    'null',
    '"a"',
    '{"a":0}',
    '[[]]',
    '"\\u0000"',
    '"\\ud800"',
    '1e9',
  ]) {
    const entries = Math.floor(length / (entry.length + 1));
    yield { name: `a list of ${entry}`, json: listOf(entries, entry) };
    yield { name: `a thousand times ${entry}`, json: listOf(Math.min(1000, entries), entry) };
  }
  const members = Array.from({ length: Math.floor(length / 12) }, (_, at) => `"${at}":0`);
  yield { name: 'an object of many members', json: `{${members.join()}}` };
  yield { name: 'nested lists', json: '['.repeat(60) + ']'.repeat(60) };
  for (const { name, text } of hostileTexts(length / 6)) yield { name, json: JSON.stringify(text) };
}

const refused = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ValidationFailure)) throw error;
    // What is answered is written, too.
    JSON.stringify(error.faults);
  }
};

const membersOf = (declared: { input: { properties: object } }) => Object.keys(declared.input.properties);

async function slowestOf(texts: Iterable<Hostile>, read: (json: string) => unknown): Promise<string[]> {
  const slow: string[] = [];
  for (const { name, json } of texts) {
    const ms = await stallMs(() => refused(() => read(json)));
    if (ms > stallMsMax) slow.push(`${name}: ${Math.round(ms)} ms`);
  }
  return slow;
}

test(`a body of ${bodyBytesMax.toLocaleString('en')} bytes is parsed or refused within ${stallMsMax} ms`, async () => {
  const texts = [...hostileTexts(bodyBytesMax), ...hostileTexts(bodyBytesMax, '{"a":"', '"}')];
  const bodies = [...hostileJson(bodyBytesMax), ...texts.map(({ name, text }) => ({ name, json: text }))];
  assert.deepEqual(await slowestOf(bodies, (text) => parseJson(Buffer.from(text))), []);
});

const doors = manifest.operations.flatMap((declared) => declared.doors.map((door) => ({ declared, door })));
const takesJson = (door: Door) =>
  door.method !== 'GET' && door.method !== 'DELETE' && Object.values(bodiesOf(door)).includes('json');

for (const { declared, door } of doors) {
  const readInput = inputReader(declared, door.access);
  const readMembers = memberReader(declared, door);
  // What is larger than any other body is tried in a test of its own.
  const length = takesJson(door) ? Math.min(bodyBytesMaxOf(declared, door), bodyBytesMax) : queryLengthMax;

  test(`${doorName(door)} checks ${length.toLocaleString('en')} hostile bytes within ${stallMsMax} ms`, async () => {
    const slow: string[] = [];
    const readAll = (given: object) =>
      takesJson(door)
        ? readInput(readMembers({ path: {}, query: {}, body: given }))
        : readInput(readMembers({ path: given as Record<string, string>, query: { ...given }, body: null }));
    const wholes = [...hostileJson(length)].filter(({ json }) => json.startsWith('{'));
    slow.push(...(await slowestOf(wholes, (json) => readAll(JSON.parse(json)))));
    for (const name of membersOf(declared)) {
      const read = (value: unknown) => readAll({ [name]: takesJson(door) ? value : String(value) });
      const found = await slowestOf(hostileJson(length), (json) => read(JSON.parse(json)));
      slow.push(...found.map((one) => `${name}, ${one}`));
    }
    assert.deepEqual(slow, []);
  });
}

const large = doors.filter(({ door }) => (door.jsonBytesMax ?? 0) > bodyBytesMax);

for (const { declared, door } of large) {
  const length = door.jsonBytesMax!;
  const read = inputReader(declared, door.access);
  const members = memberReader(declared, door);

  test(`${doorName(door)} parses and checks ${length.toLocaleString('en')} bytes within ${stallMsMax} ms each`, async () => {
    const row = JSON.stringify({
      profile_url: `https://github.com/${'a'.repeat(200)}`,
      name: 'Asha',
      client_reference: '1',
    });
    const rows = ['""', '{}', '{"profile_url":0}', row].map((entry) => ({
      name: `a list of ${entry.slice(0, 20)}`,
      json: `{"profiles":${listOf(Math.floor(length / (entry.length + 1)), entry)}}`,
    }));
    const slow = await slowestOf(rows, (json) => parseJson(Buffer.from(json)));
    const parsed = rows.map(({ name, json }) => ({ name, body: JSON.parse(json) }));
    for (const { name, body } of parsed) {
      slow.push(
        ...(await slowestOf([{ name, json: '' }], () => read(members({ path: {}, query: {}, body })))),
      );
    }
    assert.deepEqual(slow, []);
  });
}
