import type { Dice } from './dice.ts';
import { hostileText, prototypeNames } from './hostile-texts.ts';
import type { Mutation } from './mutation.ts';

/** Encodes text for an address. A lone surrogate can't be encoded, so its UTF-8 bytes are sent. */
const encoded = (text: string): string => {
  const cut = text.slice(0, 3000);
  return cut.isWellFormed() ? encodeURIComponent(cut) : '%ED%A0%80';
};

const brokenEscapes = [
  '%',
  '%4',
  '%zz',
  '%u0041',
  '%ff',
  '%c0%af',
  '%ED%A0%80',
  '%00',
  '%0d%0a',
  '%25',
  '+',
  '%2B',
];

const addTo: (value: (dice: Dice) => string) => Mutation = (value) => (draft, dice) => {
  const declared = draft.endpoint.parameters.filter((parameter) => parameter.in === 'query');
  const name = declared.length > 0 && dice.chance(0.9) ? dice.pick(declared).name : 'unknown';
  draft.query.push([name, value(dice)]);
};

/** Mutations of the query. */
export const queryMutations: Readonly<Record<string, Mutation>> = {
  'a hostile parameter': addTo((dice) => encoded(hostileText(dice))),
  'a broken escape in the query': addTo((dice) => dice.pick(brokenEscapes)),
  'a number at a limit in the query': addTo((dice) =>
    dice.pick([
      '0',
      '-1',
      '1e3',
      '1.5',
      '2147483648',
      '9007199254740993',
      '9'.repeat(400),
      '%D9%A3',
      '%205%20',
      '%2B7',
      '1_000',
    ]),
  ),
  'a parameter twice': (draft, dice) => {
    if (draft.query.length > 0) draft.query.push([...dice.pick(draft.query)]);
    else draft.query.push(['limit', '1'], ['limit', '2']);
  },
  'a parameter left out': (draft, dice) => {
    draft.query.splice(dice.below(draft.query.length), 1);
  },
  'a parameter too many': (draft, dice) => {
    draft.query.push([dice.pick([...prototypeNames, '', 'a[b]', 'a[]', '%00', 'x'.repeat(2000)]), '1']);
  },
  'a thousand parameters': (draft) => {
    for (let at = 0; at < 1000; at += 1) draft.query.push([`p${at}`, '1']);
  },
  'a query that is none': (draft, dice) => {
    draft.query = [[dice.pick(['&&&', '?', '=', '&=&', ';', '%']), '']];
  },
};

const setPath: (value: (dice: Dice, good: string) => string) => Mutation = (value) => (draft, dice) => {
  const name = dice.pick(Object.keys(draft.path));
  draft.path[name] = value(dice, draft.path[name]!);
  draft.mayMissRoute = true;
};

/** Mutations of the path. */
export const pathMutations: Readonly<Record<string, Mutation>> = {
  'a hostile path': setPath((dice) => encoded(hostileText(dice))),
  'a broken escape in the path': setPath((dice, good) => `${good}${dice.pick(brokenEscapes)}`),
  'dots in the path': setPath((dice) => dice.pick(['.', '..', '%2e%2e', '..%2f..', '..;'])),
  'a slash in the path': setPath((dice, good) => `${good}${dice.pick(['/', '//', '%2F', '%5c', '/x'])}`),
  'an id in capitals': setPath((_, good) => good.toUpperCase()),
  'a prototype as an id': setPath((dice) => dice.pick(prototypeNames)),
};
