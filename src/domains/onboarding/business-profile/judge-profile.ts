import assert from 'node:assert/strict';
import { type MemberFault, memberFault } from '#core/failure.ts';
import { lineFault, nameFault } from '#core/input/text-rules.ts';
import { normaliseProvedEmail } from '#values/contacts/index.ts';
import { readGstin, readPincode, readState, type State, stateOf, successors } from '#values/gst/index.ts';
import { accepted, type Normalised, refused, trimmed } from '#values/normalised.ts';
import type { GivenProfile } from '../shapes.ts';
import type { Profile } from '../sql.ts';

const readWith =
  (faultOf: (text: string) => string | null) =>
  (text: string): Normalised<string> => {
    const line = trimmed(text);
    const fault = faultOf(line);
    return fault === null ? accepted(line) : refused('not_a_line', fault);
  };
const readOptionalLine = readWith(lineFault);
const readLine = readWith(nameFault);

const readOptionalGstin = (text: string) => (trimmed(text) === '' ? accepted(null) : readGstin(text));

/** Empty: the State of the GSTIN. */
const readOptionalState = (text: string) => (trimmed(text) === '' ? accepted(null) : readState(text));

const readers = {
  first_name: readLine,
  last_name: readLine,
  business_name: readOptionalLine,
  address_line1: readLine,
  address_line2: readOptionalLine,
  city: readLine,
  state: readOptionalState,
  pincode: readPincode,
  gstin: readOptionalGstin,
};

/** The fault in `email`, if it is a text with one. */
export function emailFaults({ email }: Readonly<Record<string, unknown>>): MemberFault[] {
  const read = typeof email === 'string' ? normaliseProvedEmail(email) : null;
  return read && !read.ok ? [memberFault('email', `value is not a valid email address: ${read.detail}`)] : [];
}

/** Every fault in the members that are texts. */
export function profileFaults(given: Readonly<Record<string, unknown>>): MemberFault[] {
  const faults: MemberFault[] = [];
  for (const [name, reader] of Object.entries(readers)) {
    const text = given[name];
    const read = typeof text === 'string' ? reader(text) : null;
    if (read && !read.ok) faults.push(memberFault(name, read.detail));
  }
  if (typeof given.gstin === 'string' && typeof given.state === 'string') {
    const gstin = readOptionalGstin(given.gstin);
    const state = readOptionalState(given.state);
    const problem =
      gstin.ok && gstin.value && placeProblem(gstin.value.stateCode, state.ok ? state.value : null);
    if (problem) faults.push(memberFault('gstin', problem));
  }
  if (typeof given.state === 'string' && trimmed(given.state) === '' && !trimmed(String(given.gstin ?? '')))
    faults.push(memberFault('state', 'Enter a State or union territory of India, or a GSTIN'));
  return faults;
}

/** Why a business that is registered under this code is not in the buyer's State; null if it may be. */
function placeProblem(code: string, state: State | null): string | null {
  const successor = successors[code];
  if (successor) {
    return `GSTINs that start with ${code} were replaced by ones that start with ${successor}. Send the new one.`;
  }
  if (code === '96' || code === '99') return `GSTINs that start with ${code} do not belong to a State.`;
  if (state === null || state.code === code) return null;
  return `The GSTIN is registered in ${stateOf(code).name} (${code}), but 'state' is ${state.name} (${state.code}).`;
}

/** The profile in the form in which it is stored. Expects members without a fault. */
export function readProfile(given: GivenProfile): Profile {
  const gstin = acceptedValue(readers.gstin(given.gstin));
  const state = acceptedValue(readers.state(given.state));
  const state_code = state?.code ?? gstin?.stateCode;
  assert(state_code !== undefined);
  return {
    first_name: acceptedValue(readers.first_name(given.first_name)),
    last_name: acceptedValue(readers.last_name(given.last_name)),
    business_name: acceptedValue(readers.business_name(given.business_name)),
    address_line1: acceptedValue(readers.address_line1(given.address_line1)),
    address_line2: acceptedValue(readers.address_line2(given.address_line2)),
    city: acceptedValue(readers.city(given.city)),
    state_code,
    pincode: acceptedValue(readers.pincode(given.pincode)),
    gstin: gstin?.number ?? null,
  };
}

function acceptedValue<Value>(read: Normalised<Value>): Value {
  assert(read.ok);
  return read.value;
}
