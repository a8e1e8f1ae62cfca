import { accepted, type Normalised, refused } from '../normalised.ts';
import { type State, states } from './states.ts';

/** Earlier and longer official names. Each means one State, so they are accepted like its name. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  '01': ['J & K'],
  '05': ['Uttaranchal'],
  '07': ['NCT of Delhi', 'Delhi NCT', 'National Capital Territory of Delhi', 'New Delhi'],
  '21': ['Orissa'],
  '26': ['Dadra and Nagar Haveli', 'Daman and Diu'],
  '34': ['Pondicherry'],
  '35': ['Andaman and Nicobar'],
};

/** Case, spaces and punctuation don't tell two States apart. */
const folded = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[\s.,'’()-]+/g, '');

const byName = new Map(
  states.flatMap((state) =>
    [state.code, state.name, ...(otherNames[state.code] ?? [])].map((name): [string, State] => [
      folded(name),
      state,
    ]),
  ),
);

/**
 * Reads a State by its name on the GST list, an earlier official name, or its two-digit code. The State decides the tax, so
 * a misspelling is never guessed: the refusal names the State that is nearest.
 */
export function readState(text: string): Normalised<State> {
  const name = folded(text);
  const state = byName.get(name);
  if (state) return accepted(state);
  if (name === '96' || name === 'foreigncountry') {
    return refused(
      'state_abroad',
      'An invoice needs a State or union territory of India. 96 is for returns only.',
    );
  }
  const nearest = nearestTo(name);
  return refused(
    'unknown_state',
    `This is not a State or union territory of India. ${
      nearest ? `Did you mean '${nearest.name}'?` : "Use its name on the GST list, such as 'Karnataka'."
    }`,
  );
}

const nameLengthMax = 40;
const typingErrorsMax = 3;

function nearestTo(name: string): State | null {
  if (name.length > nameLengthMax) return null;
  let nearest: { state: State | null; distance: number } = { state: null, distance: typingErrorsMax + 1 };
  for (const [known, state] of byName) {
    const distance = distanceBetween(name, known);
    // A short name with three wrong letters is another name.
    if (distance < nearest.distance && distance * 3 <= known.length) nearest = { state, distance };
  }
  return nearest.state;
}

/** Levenshtein's distance: letters to insert, delete or replace. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      const replaced = row[to]! + (letter === other[to] ? 0 : 1);
      next.push(Math.min(replaced, row[to + 1]! + 1, next[to]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
