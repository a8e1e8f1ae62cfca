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

interface Parsed extends Hostile {
  value: unknown;
  /** As a query has it. */
  text: string;
  parseMs: number;
}

/** What hostile JSON of a length says, in three turns of its endings: making and parsing it takes longer than checking it. */
const turnsByLength = new Map<number, Parsed[][]>();
const endingsMax = 3;
let asked = 0;

async function parsedJson(length: number): Promise<Parsed[]> {
  const turns = turnsByLength.get(length) ?? [];
  turnsByLength.set(length, turns);
  if (turns.length === endingsMax) return turns[asked++ % endingsMax]!;
  const parsed: Parsed[] = [];
  for (const { name, json } of hostileJson(length)) {
    let value: unknown;
    const parseMs = await stallMs(() => {
      value = JSON.parse(json);
    });
    parsed.push({
      name,
      json,
      value: length < bodyBytesMax ? frozen(value) : value,
      text: String(value),
      parseMs,
    });
  }
  turns.push(parsed);
  return parsed;
}

/** Many readers are given the same value, so none may change it. */
function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** Of parsing and checking together. What seems slow is measured in one go. */
async function slowestToCheck(
  texts: Iterable<Parsed>,
  given: (parsed: Pick<Parsed, 'value' | 'text'>) => object,
  check: (given: object) => unknown,
): Promise<string[]> {
  const slow: Hostile[] = [];
  for (const parsed of texts) {
    const members = given(parsed);
    const ms = parsed.parseMs + (await stallMs(() => refused(() => check(members))));
    if (ms > stallMsMax) slow.push(parsed);
  }
  const whole = (json: string) => {
    const value = JSON.parse(json);
    return check(given({ value, text: String(value) }));
  };
  return slowestOf(slow, whole);
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
    const readAll = (given: object) =>
      takesJson(door)
        ? readInput(readMembers({ path: {}, query: {}, body: given }))
        : readInput(readMembers({ path: given as Record<string, string>, query: { ...given }, body: null }));
    const wholes = (await parsedJson(length)).filter(({ json }) => json.startsWith('{'));
    const slow = await slowestToCheck(wholes, ({ value }) => value as object, readAll);
    for (const name of membersOf(declared)) {
      const given = ({ value, text }: Pick<Parsed, 'value' | 'text'>) => ({
        [name]: takesJson(door) ? value : text,
      });
      const found = await slowestToCheck(await parsedJson(length), given, readAll);
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
