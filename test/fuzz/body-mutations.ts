import type { Dice } from './dice.ts';
import type { Draft } from './draft.ts';
import { hostileText, longText, prototypeNames } from './hostile-texts.ts';
import type { Mutation } from './mutation.ts';

type Holder = Record<string, unknown>;

const limits = [0, -0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 53) - 2, 2 ** 63];

const wrongValue = (dice: Dice): unknown =>
  dice.pick<() => unknown>([
    () => null,
    () => dice.chance(0.5),
    () => dice.pick(limits),
    () => hostileText(dice),
    () => [],
    () => ({}),
    () => [null, [hostileText(dice)]],
    () => ({ [dice.pick(prototypeNames)]: { polluted: true }, '': 1 }),
  ])();

/** Every place in a body that holds a member, at any depth. */
function places(value: unknown): [Holder, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(
    ([name, member]) => [[value as Holder, name], ...places(member)] as const,
  ) as [Holder, string][];
}

/** Changes one place of a body, or adds one where there is none. */
function changeOne(draft: Draft, dice: Dice, value: unknown): void {
  const all = places(draft.json);
  if (all.length === 0) draft.json = { added: value };
  else {
    const [holder, name] = dice.pick(all);
    holder[name] = value;
  }
}

const declaredNames = ({ endpoint }: Draft) =>
  [...endpoint.bodies.values()].flatMap(({ schema: { properties = {} } }) => Object.keys(properties));

const textOf = ({ json }: Draft) => JSON.stringify(json ?? {});

/** Mutations of the value of a JSON body. */
const ofValue: Readonly<Record<string, Mutation>> = {
  'a member of a wrong type': (draft, dice) => changeOne(draft, dice, wrongValue(dice)),
  'a hostile text': (draft, dice) => changeOne(draft, dice, hostileText(dice)),
  'a number at a limit': (draft, dice) => changeOne(draft, dice, dice.pick(limits)),
  'a hostile text in any declared member': (draft, dice) => {
    const names = declaredNames(draft);
    if (names.length > 0) (draft.json as Holder)[dice.pick(names)] = hostileText(dice);
  },
  'a member left out': (draft, dice) => {
    const all = places(draft.json);
    if (all.length === 0) return;
    const [holder, name] = dice.pick(all);
    delete holder[name];
  },
  'a member too many': (draft, dice) => {
    const name = dice.pick([...prototypeNames, 'extra', '', 'id', 'account', 'is_admin', '\0', '\ud800']);
    Object.defineProperty(draft.json, name, {
      writable: true,
      value: wrongValue(dice),
      enumerable: true,
      configurable: true,
    });
  },
  'many members too many': (draft) => {
    for (let at = 0; at < 5000; at += 1) (draft.json as Holder)[`extra-${at}`] = at;
  },
  'a long list': (draft, dice) =>
    changeOne(
      draft,
      dice,
      Array(dice.pick([30, 1001, 20_000])).fill(dice.pick<unknown>([null, 1, '', 'x', {}, []])),
    ),
  'no object': (draft, dice) => {
    draft.json = dice.pick<unknown>([null, [], 0, '', 'text', true, [draft.json]]);
  },
};

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);
const asBytes =
  (text: (json: string, dice: Dice) => string | Buffer): Mutation =>
  (draft, dice) => {
    draft.bytes = Buffer.from(text(textOf(draft), dice) as string);
  };

/** Mutations of the text of a JSON body. */
const ofText: Readonly<Record<string, Mutation>> = {
  'JSON that is cut off': asBytes((json, dice) => json.slice(0, dice.below(json.length))),
  'more behind the JSON': asBytes((json) => `${json}{"b":1}`),
  'a byte order mark': asBytes((json) => `\ufeff${json}`),
  'UTF-16': asBytes((json) => Buffer.from(json, 'utf16le')),
  'bytes that are no UTF-8': asBytes((json, dice) => {
    const bytes = Buffer.from(json);
    bytes[dice.below(bytes.length)] = 0xff;
    return bytes;
  }),
  'a member twice': asBytes((json) => json.replace(/^\{("[^"]*":)/, '{$1null,$1')),
  'half of a surrogate pair': asBytes((json) => json.replace(/"([^"]*)"(?=[,}])/, '"$1\\ud800"')),
  'an escaped prototype': asBytes((json) => json.replace('{', '{"__proto__":{"a":1},"\\u005f_proto__":[],')),
  'a number that is no double': asBytes((json) => json.replace(/:[^,}]*/, `:${'9'.repeat(400)}e99999`)),
  'deep nesting': asBytes((_, dice) => {
    const levels = dice.pick([63, 65, 5000, 100_000]);
    return dice.pick([
      nested(levels, '[', ']'),
      `{"a":${nested(levels, '[', ']')}}`,
      nested(levels, '{"a":', ''),
    ]);
  }),
  'an empty body': asBytes(() => ''),
  'a body of spaces': asBytes(() => ' '.repeat(1000)),
  'a body over the limit': asBytes((_, dice) => `"${longText(dice, 1024 * 1024)}"`),
  'random bytes': asBytes((_, dice) => Buffer.from(Array.from({ length: 200 }, () => dice.below(256)))),
};

/** For requests with a JSON body. */
export const bodyMutations: Readonly<Record<string, Mutation>> = { ...ofValue, ...ofText };
