import type { Trouble, VendorError } from '../messaging.ts';

/** Meta's error codes, in the response to a message or in a later event (Cloud API, "Error codes"). */
export const codesOf: Readonly<Record<Exclude<Trouble, 'unknown'>, readonly number[]>> = {
  recipient: [131026],
  recipient_limit: [131049, 130472, 131050],
  pair_limit: [131056],
  throughput: [130429, 80007, 4, 131048],
  temporary: [131000, 131016, 2, 1],
  template: [132000, 132001, 132005, 132007, 132008, 132012, 132015, 132016],
  // 131047 and 131062 would be faults of ours: not sent as a template, or to no number.
  request: [131008, 131009, 100, 131047, 131062],
  credential: [0, 190, 10, 131005],
  account: [368, 131031, 131042, 131045, 131037],
  country: [130497],
  test_recipient: [131030],
};

const troubles = new Map(
  Object.entries(codesOf).flatMap(([trouble, codes]) => codes.map((code) => [code, trouble as Trouble])),
);

/** 200 to 299 are permissions. */
const troubleOf = (code: number): Trouble =>
  troubles.get(code) ?? (code >= 200 && code <= 299 ? 'credential' : 'unknown');

/** Null unless `code` is a code. */
export const errorOf = (code: unknown): VendorError | null =>
  Number.isInteger(code) && Math.abs(code as number) <= 2_147_483_647
    ? { code: code as number, trouble: troubleOf(code as number) }
    : null;
