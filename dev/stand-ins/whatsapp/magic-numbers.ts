import { codesOf } from '#platform/messaging/whatsapp/error-codes.ts';

/** Every documented code, a permission error and an unknown code. */
export const errorCodes: readonly number[] = [...Object.values(codesOf).flat(), 200, 999_999];

/** All in the range that Ofcom reserves for drama. */
const number = (last: number) => `+447700900${last}`;

/** Refused at once with this code. */
export const refusedNumber = (code: number): string => number(500 + errorCodes.indexOf(code));

/** Accepted, and failed with this code by an event. */
export const failingNumber = (code: number): string => number(600 + errorCodes.indexOf(code));

export const otherNumbers = {
  /** Refused with 131000 once, then accepted. */
  recovering: number(700),
  /** A gateway's error page. */
  gatewayError: number(701),
  /** 200 with something else than JSON. */
  garbled: number(702),
  /** The connection breaks. */
  brokenOff: number(703),
} as const;

const codeAt = (first: number, to: string): number | null => {
  const at = Number(/^\+447700900(\d{3})$/.exec(to)?.[1]) - first;
  return errorCodes[at] ?? null;
};

export const refusalOf = (to: string): number | null => codeAt(500, to);
export const failureOf = (to: string): number | null => codeAt(600, to);
