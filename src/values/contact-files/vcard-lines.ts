import { lazily, load } from '../lazy.ts';
import { type ExtraHost, parseProfileLink } from '../profile-link/index.ts';
import type { FileLine } from './line-splitter.ts';

const grammar = lazily(() => load('ical.js') as typeof import('ical.js').default);

/** The properties that hold a person's contacts. Pictures, keys and notes are passed over. */
const wanted = /^(?:[\w-]+\.)?(?:FN|N|ORG|TITLE|EMAIL|TEL|ADR|URL|(?:X-)?SOCIALPROFILE)[;:]/i;

/** Lines of one card that are kept, and characters of one property. A longer card loses the rest. */
const propertiesMax = 500;
const propertyLengthMax = 16 * 1024;

/**
 * Each card of a vCard file (2.1, 3.0 or 4.0) as a JSON object with the members that an import of NDJSON knows. The first card is
 * line 1. A card that nothing can be read of is an empty object. Yields once for each group, also where no card ends in it.
 */
export async function* vcardLines(
  groups: AsyncIterable<readonly FileLine[]>,
  codeHosts: readonly ExtraHost[] = [],
): AsyncGenerator<FileLine[]> {
  let number = 0;
  let properties: string[] | null = null;
  for await (const lines of groups) {
    const cards: FileLine[] = [];
    for (const { text } of lines) {
      if (/^begin:vcard\s*$/i.test(text)) properties = [];
      else if (/^end:vcard\s*$/i.test(text) && properties) {
        number += 1;
        cards.push({ number, text: JSON.stringify(personOf(properties, codeHosts)), fault: null });
        properties = null;
      } else if (properties) addLine(properties, text);
    }
    yield cards;
  }
}

const isQuotedPrintable = (property: string): boolean =>
  /^[^:]{0,200};(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(property);

/** Adds a line to the property that it continues, or as a new one. Those that aren't wanted are kept empty, for what continues them. */
function addLine(properties: string[], text: string): void {
  const last = properties.at(-1) ?? '';
  const isSoft = last.endsWith('=') && isQuotedPrintable(last);
  if (!isSoft && !/^[ \t]/.test(text)) {
    if (properties.length < propertiesMax && (wanted.test(text) || last !== ''))
      properties.push(wanted.test(text) ? text : '');
    return;
  }
  if (last === '' || last.length > propertyLengthMax) return;
  properties[properties.length - 1] = isSoft ? last.slice(0, -1) + text : last + text.slice(1);
}

function personOf(lines: readonly string[], codeHosts: readonly ExtraHost[]) {
  const properties = lines.flatMap((line) => (line === '' ? [] : (propertyOf(line) ?? [])));
  const all = (...names: string[]) => properties.filter(({ name }) => names.includes(name));
  const part = (name: string, at = 0) => all(name)[0]?.parts[at] || undefined;
  const adr = all('adr').find(({ parts }) => parts.slice(3, 7).some(Boolean))?.parts ?? [];
  const links = all('url', 'socialprofile', 'x-socialprofile')
    .map(({ parts }) => parts[0]!.trim())
    .filter((text) => /^(?:https?:\/\/|[\w-]+\.[\w.-]+\/)/i.test(text));
  return {
    profile_url: links.find((link) => parseProfileLink(link, codeHosts).ok),
    full_name: part('fn'),
    first_name: part('n', 1),
    middle_name: part('n', 2),
    last_name: part('n', 0),
    company: part('org'),
    headline: part('title'),
    location: [adr[3], adr[4], adr[6]].filter(Boolean).join(', ') || undefined,
    country: adr[6] || undefined,
    emails: all('email').map(({ parts, types }) => ({ address: parts[0], type: emailTypeOf(types) })),
    phones: all('tel')
      .filter(({ types }) => !types.includes('fax'))
      .map(({ parts, types }) => ({ number: parts[0], type: phoneTypeOf(types) })),
    links,
  };
}

const emailTypeOf = (types: readonly string[]) => types.find((type) => type === 'work' || type === 'home');
const phoneTypeOf = (types: readonly string[]) =>
  types.includes('cell') || types.includes('iphone')
    ? 'mobile'
    : types.includes('pager')
      ? 'pager'
      : undefined;

/** Structured values have several parts. */
function propertyOf(line: string) {
  const colon = valueAt(line);
  if (colon === -1 || line.length > propertyLengthMax) return null;
  const value = isQuotedPrintable(line) ? escaped(unquoted(line)) : line.slice(colon + 1);
  try {
    const ical = grammar();
    const [name, parameters, , ...values] = ical.parse.property(
      `${head(line.slice(0, colon))}:${value}`,
      ical.design.vcard3,
    ) as [string, Record<string, string | string[]>, string, ...(string | string[])[]];
    return {
      name,
      types: [parameters.type ?? []].flat().map((type) => type.toLowerCase()),
      parts: [values[0] ?? ''].flat(2).map((text) => String(text).replace(/\\([:;,\\])/g, '$1')),
    };
  } catch {
    return null;
  }
}

/** Where the value's colon is: not inside a quoted parameter. */
function valueAt(line: string): number {
  const found = /^(?:[^":]|"[^"]*")*:/.exec(line.slice(0, 1_000));
  return found ? found[0].length - 1 : -1;
}

/** Without the group that Apple writes, and with names for the bare parameters of version 2.1. */
const head = (text: string): string =>
  text
    .replace(/^[\w-]+\./, '')
    .replace(/;(?:ENCODING|CHARSET)=[^;]*/gi, '')
    .replace(/;(?:QUOTED-PRINTABLE|8BIT|7BIT)(?=;|$)/gi, '')
    .replace(/;([A-Za-z0-9-]+)(?=;|$)/g, ';TYPE=$1');

/** RFC 2045 §6.7, in the charset that is named. */
function unquoted(line: string): string {
  const colon = valueAt(line);
  const charset = /;CHARSET="?([\w-]{1,40})/i.exec(line.slice(0, colon))?.[1] ?? 'utf-8';
  const bytes = line
    .slice(colon + 1)
    .replace(/[^\0-\x7f]/g, (letter) => encodeURIComponent(letter.toWellFormed()).replaceAll('%', '='))
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  try {
    return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes;
  }
}

const escaped = (text: string): string => text.replace(/\r?\n/g, '\\n').replaceAll(',', '\\,');
