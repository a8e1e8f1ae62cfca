import type { Dice } from './dice.ts';
import { knownPeople } from './fictional.ts';
import { hostileText } from './hostile-texts.ts';

const columns = ['profile_url', 'full_name', 'email', 'phone', 'link', 'company', 'seen_at'];

/** A body other than JSON: contacts as CSV or NDJSON, sometimes with an unexpected column, cell or line. */
export function sampleTable(type: string, dice: Dice): string {
  const named = [columns[0]!, ...columns.slice(1).filter(() => dice.chance(0.5))];
  if (dice.chance(0.3)) named.push(hostileText(dice).slice(0, 500));
  const rows = Array.from({ length: dice.below(6) }, () => named.map((column) => cell(column, dice)));
  if (type.includes('json')) {
    const lines = rows.map((row) =>
      JSON.stringify(Object.fromEntries(named.map((name, at) => [name, row[at]]))),
    );
    return [...lines, ...oddLines(dice)].join('\n');
  }
  return [named, ...rows]
    .map((row) => row.map(quoted).join(','))
    .concat(oddLines(dice))
    .join('\n');
}

function cell(column: string, dice: Dice): string {
  if (dice.chance(0.12)) return hostileText(dice);
  const person = dice.below(knownPeople);
  switch (column) {
    case 'profile_url':
      return `github.com/known-person-${person}`;
    case 'email':
      return `person-${person}@example.com`;
    case 'phone':
      return `+4477009000${10 + person}`;
    case 'link':
      return `https://gitlab.com/known-person-${person}`;
    case 'seen_at':
      return '2026-05-01T00:00:00Z';
    default:
      return `Sample ${person}`;
  }
}

const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const oddLines = (dice: Dice): string[] =>
  dice.chance(0.15)
    ? [dice.pick(['"', '{', '[]', ',,,,,,,,,', '\0', '{"profile_url":{}}', '"a"b', '\ufeff'])]
    : [];
