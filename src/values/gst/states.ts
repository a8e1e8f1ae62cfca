import { accepted, type Normalised, refused } from '../normalised.ts';
import type { TaxKind } from './tax-split.ts';

/** A State or union territory as a place of supply. */
export interface State {
  /** Two digits, as in the first two characters of a GSTIN. */
  code: string;
  /** As the GST list of State codes has it. */
  name: string;
  /** Whether a supply inside it bears UTGST instead of SGST: territories without a legislature, and code 97 (UTGST Act s.1, s.2). */
  utgst: boolean;
}

/** Code and name, as on the GST list of State codes. */
const list = `
  01 Jammu and Kashmir, 02 Himachal Pradesh, 03 Punjab, 04 Chandigarh, 05 Uttarakhand, 06 Haryana, 07 Delhi,
  08 Rajasthan, 09 Uttar Pradesh, 10 Bihar, 11 Sikkim, 12 Arunachal Pradesh, 13 Nagaland, 14 Manipur,
  15 Mizoram, 16 Tripura, 17 Meghalaya, 18 Assam, 19 West Bengal, 20 Jharkhand, 21 Odisha, 22 Chhattisgarh,
  23 Madhya Pradesh, 24 Gujarat, 26 Dadra and Nagar Haveli and Daman and Diu, 27 Maharashtra, 29 Karnataka,
  30 Goa, 31 Lakshadweep, 32 Kerala, 33 Tamil Nadu, 34 Puducherry, 35 Andaman and Nicobar Islands,
  36 Telangana, 37 Andhra Pradesh, 38 Ladakh, 97 Other Territory
`;

const withUtgst = new Set(['04', '26', '31', '35', '38', '97']);

/** Where a buyer can be, by code. */
export const states: readonly State[] = list.split(',').map((entry) => {
  const [, code = '', name = ''] = /^\s*(\d\d) (.+?)\s*$/.exec(entry) ?? [];
  return { code, name, utgst: withUtgst.has(code) };
});

/** Codes on old numbers only, and what has them now: Daman and Diu since 2020-01-26, Andhra Pradesh since it was divided. */
export const successors: Readonly<Record<string, string>> = { '25': '26', '28': '37' };

const byCode = new Map(states.map((state) => [state.code, state]));

/** The State with a code that was stored. */
export function stateOf(code: string): State {
  const state = byCode.get(code);
  if (!state) throw new Error(`no State has the code ${code}`);
  return state;
}

/** The State that a GSTIN begins with; null for numbers of no State. */
export function stateOfGstin(gstin: string): State | null {
  const written = gstin.slice(0, 2);
  const current = successors[written] ?? written;
  return states.find(({ code }) => code === current) ?? null;
}

/** Where a service is supplied (IGST Act s.12(2)): where a registered buyer is registered, else the State on record. */
export const placeOfSupply = (buyer: { gstin: string | null; state: State }): State =>
  (buyer.gstin && stateOfGstin(buyer.gstin)) || buyer.state;

/** Which taxes apply. Supplies to SEZ units bear IGST everywhere, but nothing in a GSTIN shows an SEZ. */
export function taxKindOf(supplier: State, place: State): TaxKind {
  if (supplier.code !== place.code) return 'inter_state';
  return place.utgst ? 'union_territory' : 'state';
}

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
  const [nearest] = [...byName]
    .map(([known, state]) => ({ known, state, distance: distanceBetween(name, known) }))
    // A short name with three wrong letters is another name.
    .filter(({ known, distance }) => distance <= typingErrorsMax && distance * 3 <= known.length)
    .sort((one, other) => one.distance - other.distance);
  return nearest?.state ?? null;
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
