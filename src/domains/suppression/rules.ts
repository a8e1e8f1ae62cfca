import { dayMs, hourMs } from '#core/clock.ts';

/** `mail`: a token is sent to the address. `profile`: a text is put into the profile. `operator`: somebody decides. */
export const optOutWays = ['mail', 'profile', 'operator'] as const;
export type OptOutWay = (typeof optOutWays)[number];

export const optOutLimits = {
  /** Of a proof, from the request on. */
  proofMs: 24 * hourMs,
  /** Tokens or checks of one request. */
  triesMax: 5,
  /** Requests about one address or profile in 24 hours that lead to anything; the answer to further ones is the same. */
  perDay: { mail: 3, profile: 50, operator: 1 } satisfies Record<OptOutWay, number>,
  perDayMs: dayMs,
  /** Calls of one address in 60 seconds. */
  callsPerMinute: 10,
  /** A mail that can't be sent for so long is the operator's to decide. */
  unmailedMs: hourMs,
  /** Of requests that have ended; they name nobody any more. */
  keptMs: 30 * dayMs,
} as const;

/** How a request can be proven here: it depends on what is configured, never on whether anything is known of the person. */
export function wayFor(kind: 'email' | 'profile', can: { mail: boolean; readProfile: boolean }): OptOutWay {
  if (kind === 'email') return can.mail ? 'mail' : 'operator';
  return can.readProfile ? 'profile' : 'operator';
}
