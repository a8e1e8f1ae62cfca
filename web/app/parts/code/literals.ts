/** How a language writes values. */
interface Notation {
  text: (text: string) => string;
  name: (name: string) => string;
  words: { null: string; true: string; false: string };
  /** After the last member of a list or an object. */
  end: '' | ',';
}

const quoted = (text: string): string => JSON.stringify(text);
const words = { null: 'null', true: 'true', false: 'false' };

/** JSON's escapes are right between single quotes too, but for the quotes themselves. */
const singleQuoted = (text: string): string =>
  `'${quoted(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

export const notations = {
  json: { text: quoted, name: quoted, words, end: '' },
  typescript: {
    text: singleQuoted,
    name: (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : singleQuoted(name)),
    words,
    end: ',',
  },
  python: {
    text: quoted,
    name: quoted,
    words: { null: 'None', true: 'True', false: 'False' },
    end: ',',
  },
} satisfies Record<string, Notation>;

/** A value of JSON in this notation, a member per line. */
export function written(value: unknown, notation: Notation, indent = ''): string {
  if (typeof value === 'string') return notation.text(value);
  if (value === null || value === true || value === false) return notation.words[`${value}`];
  if (typeof value !== 'object') return String(value);
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((item) => written(item, notation, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${notation.name(name)}: ${written(member, notation, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (members.length === 0) return `${open}${close}`;
  return `${open}\n${members.map((member) => inner + member).join(',\n')}${notation.end}\n${indent}${close}`;
}
