import type { Call, Model } from './linearizable.ts';

/** A call that concerns an account's credits, with what its answer said. */
export type CreditOperation =
  /** A lookup that was answered: what it cost, and what was left. */
  | { kind: 'find'; charged: 0 | 1; remaining: number }
  /** A lookup that was refused with 402. */
  | { kind: 'refused' }
  | { kind: 'grant'; credits: number }
  | { kind: 'balance'; balance: number }
  /** A lookup without an answer: it may have cost a credit. */
  | { kind: 'lost' };

export type CreditCall = Call<CreditOperation>;

/** An account is the number of its credits. Nothing it answers may be older than the call. See docs/decisions/ledger-proof.md. */
export const creditsModel: Model<number, CreditOperation> = {
  start: 0,
  step(credits, operation) {
    switch (operation.kind) {
      case 'find':
        // A miss needs a credit, too, and leaves it.
        return credits > 0 && credits - operation.charged === operation.remaining
          ? operation.remaining
          : null;
      case 'refused':
        return credits === 0 ? 0 : null;
      case 'grant':
        return credits + operation.credits;
      case 'balance':
        return credits === operation.balance ? credits : null;
      case 'lost':
        return credits > 0 ? credits - 1 : null;
    }
  },
  kindOf: (operation) => (operation.kind === 'grant' ? `grant of ${operation.credits}` : operation.kind),
  showsState: ({ kind }) => kind !== 'grant' && kind !== 'lost',
};
