import { manifest } from '#app/manifest.ts';
import { bodiesOf, type Door, doorName } from '#core/door.ts';
import { ValidationFailure } from '#core/failure.ts';
import { bodyBytesMaxOf } from '#core/input/body-limit.ts';
import { inputReader } from '#core/input/input.ts';
import { parseJson } from '#core/input/parse-json.ts';
import type { Operation } from '#core/operation.ts';
import { memberReader } from '#surfaces/http/request/read-members.ts';
import type { Group } from './growth.ts';
import { type HostileText, hostileTexts } from './hostile-text.ts';

/** Larger than any other body, so in a group of its own. */
const bodyBytesMax = 1024 * 1024;
/** Length of a request's first line, from Node's limit for all headers. */
const queryLengthMax = 16 * 1024;

const listOf = (entries: number, entry: string) => `[${Array(entries).fill(entry).join()}]`;
const entryTexts = ['0', '""', '[]', '{}', 'null', '"a"', '{"a":0}', '[[]]', '"\\u0000"', '"\\ud800"', '1e9'];

/** JSON that says much in few bytes. */
function* hostileJson(lengthMax: number): Generator<HostileText> {
  for (const entry of entryTexts) {
    const entriesIn = (length: number) => Math.floor(length / (entry.length + 1));
    yield { name: `a list of ${entry}`, of: (length) => listOf(entriesIn(length), entry) };
    yield {
      name: `up to a thousand times ${entry}`,
      of: (length) => listOf(Math.min(1000, entriesIn(length)), entry),
    };
  }
  // V8 has the texts of small numbers ready, so names that are numbers would cost more in large objects.
  yield {
    name: 'an object of many members',
    of: (length) => `{${Array.from({ length: Math.floor(length / 12) }, (_, at) => `"m${at}":0`).join()}}`,
  };
  yield { name: 'nested lists', of: () => '['.repeat(60) + ']'.repeat(60) };
  for (const { name, of } of hostileTexts(lengthMax / 6)) {
    yield { name, of: (length) => JSON.stringify(of(Math.ceil(length / 6))) };
  }
}

function refused(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ValidationFailure)) throw error;
    // The answer is written too.
    JSON.stringify(error.faults);
  }
}

/** Making and parsing a text takes longer than checking it, and many doors are given the same. */
const kept = new Map<string, unknown>();

function parsed({ name, of }: HostileText, length: number): unknown {
  const key = `${name} of ${length}`;
  if (!kept.has(key)) kept.set(key, frozen(JSON.parse(of(length))));
  return kept.get(key);
}

/** Many readers are given the same value, so none may change it. */
function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

const bodies: Group = {
  name: 'any body',
  lengthMax: bodyBytesMax,
  *cases() {
    const texts = [
      ...hostileJson(bodyBytesMax),
      ...hostileTexts(bodyBytesMax),
      ...hostileTexts(bodyBytesMax, '{"a":"', '"}'),
    ];
    for (const { name, of } of texts) {
      yield {
        name,
        of(length) {
          const body = Buffer.from(of(length));
          return () => refused(() => parseJson(body));
        },
      };
    }
  },
};

const takesJson = (door: Door) =>
  door.method !== 'GET' && door.method !== 'DELETE' && Object.values(bodiesOf(door)).includes('json');

function checksOf(declared: Operation, door: Door): Group {
  const readInput = inputReader(declared, door.access);
  const readMembers = memberReader(declared, door);
  const isJson = takesJson(door);
  const lengthMax = isJson ? Math.min(bodyBytesMaxOf(declared, door), bodyBytesMax) : queryLengthMax;
  const readAll = (given: object) =>
    isJson
      ? readInput(readMembers({ path: {}, query: {}, body: given }))
      : readInput(readMembers({ path: given as Record<string, string>, query: { ...given }, body: null }));
  return {
    name: doorName(door),
    lengthMax,
    *cases() {
      for (const text of hostileJson(lengthMax)) {
        if (text.of(20).startsWith('{'))
          yield {
            name: text.name,
            of(length) {
              const whole = parsed(text, length) as object;
              return () => refused(() => readAll(whole));
            },
          };
      }
      for (const member of Object.keys(declared.input.properties)) {
        for (const text of hostileJson(lengthMax)) {
          yield {
            name: `${member}, ${text.name}`,
            of(length) {
              const value = parsed(text, length);
              const given = { [member]: isJson ? value : String(value) };
              return () => refused(() => readAll(given));
            },
          };
        }
      }
    },
  };
}

function largeBodiesOf(declared: Operation, door: Door): Group {
  const read = inputReader(declared, door.access);
  const members = memberReader(declared, door);
  const row = JSON.stringify({
    profile_url: `https://github.com/${'a'.repeat(200)}`,
    name: 'Asha',
    client_reference: '1',
  });
  return {
    name: `the largest body of ${doorName(door)}`,
    lengthMax: door.jsonBytesMax!,
    *cases() {
      for (const entry of ['""', '{}', '{"profile_url":0}', row]) {
        const of = (length: number) =>
          Buffer.from(`{"profiles":${listOf(Math.floor(length / (entry.length + 1)), entry)}}`);
        const name = `a list of ${entry.slice(0, 20)}`;
        yield {
          name: `parsing ${name}`,
          of(length) {
            const bytes = of(length);
            return () => parseJson(bytes);
          },
        };
        yield {
          name: `checking ${name}`,
          of(length) {
            const body = JSON.parse(String(of(length)));
            return () => refused(() => read(members({ path: {}, query: {}, body })));
          },
        };
      }
    },
  };
}

const doors = manifest.operations.flatMap((declared) => declared.doors.map((door) => ({ declared, door })));
const isLarge = ({ door }: { door: Door }) => (door.jsonBytesMax ?? 0) > bodyBytesMax;

export const inputGroups: readonly Group[] = [
  bodies,
  ...doors.map(({ declared, door }) => checksOf(declared, door)),
  ...doors.filter(isLarge).map(({ declared, door }) => largeBodiesOf(declared, door)),
];
