/** A State or union territory as a place of supply. */
export interface State {
  /** Two digits, as in the first two characters of a GSTIN. */
  code: string;
  /** As the GST list of State codes has it. */
  name: string;
  /** Whether a supply inside it bears UTGST instead of SGST: territories without a legislature, and code 97 (UTGST Act s.1, s.2). */
  utgst: boolean;
}

const names: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
};

const withUtgst = new Set(['04', '26', '31', '35', '38', '97']);

/** Where a buyer can be, by code. */
export const states: readonly State[] = Object.entries(names)
  .map(([code, name]) => ({ code, name, utgst: withUtgst.has(code) }))
  .sort((one, other) => one.code.localeCompare(other.code));

/** Codes on old numbers only, and what has them now: Daman and Diu since 2020-01-26, Andhra Pradesh since it was divided. */
export const successors: Readonly<Record<string, string>> = { '25': '26', '28': '37' };

const byCode = new Map(states.map((state) => [state.code, state]));

/** The State with a code that was stored. */
export function stateOf(code: string): State {
  const state = byCode.get(code);
  if (!state) throw new Error(`no State has the code ${code}`);
  return state;
}
