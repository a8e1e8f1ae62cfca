import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
} from 'cockatiel';
import type { Timing } from '../timing.ts';

export interface VendorBreakerOptions {
  /** So many failures in a row open the breaker. */
  failures?: number;
  /** How long it stays open before one call is let through to try, in milliseconds. */
  openMs?: number;
}

/** What a call says of the vendor's health; `unknown` when the caller gave up before it could tell. */
export type Health = 'well' | 'failing' | 'unknown';

export interface VendorBreaker {
  /** Runs the call, or answers null without running it while the breaker is open or another call is trying it out. */
  run<T>(call: () => Promise<T>, healthOf: (result: T) => Health): Promise<T | null>;
  readonly state: 'closed' | 'open' | 'half_open';
  /** When the next call may try; null while closed. */
  readonly openUntil: Date | null;
}

/** Carries a result that says nothing about the vendor past the breaker's counting. */
class Untold<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super();
    this.result = result;
  }
}

export function openVendorBreaker(timing: Timing, options: VendorBreakerOptions = {}): VendorBreaker {
  const { failures = 5, openMs = 30_000 } = options;
  let openUntilMs = 0;

  const policy = circuitBreaker(
    handleWhenResult((outcome) => (outcome as { health: Health }).health !== 'well'),
    { breaker: new ConsecutiveBreaker(failures), halfOpenAfter: openMs },
  );
  policy.onBreak(() => {
    openUntilMs = timing.now().getTime() + openMs;
  });

  return {
    async run<T>(call: () => Promise<T>, healthOf: (result: T) => Health): Promise<T | null> {
      if (policy.state === CircuitState.HalfOpen) return null;
      try {
        const outcome = await policy.execute(async () => {
          const result = await call();
          const health = healthOf(result);
          // A trial that was given up must not close the breaker, but among ordinary calls it counts for nothing.
          if (health === 'unknown' && policy.state === CircuitState.Closed) throw new Untold(result);
          return { result, health };
        });
        return outcome.result;
      } catch (error) {
        if (error instanceof BrokenCircuitError) return null;
        if (error instanceof Untold) return error.result as T;
        throw error;
      }
    },
    get state() {
      if (policy.state === CircuitState.Closed) return 'closed';
      return policy.state === CircuitState.Open && openUntilMs > timing.now().getTime()
        ? 'open'
        : 'half_open';
    },
    get openUntil() {
      return policy.state === CircuitState.Closed ? null : new Date(openUntilMs);
    },
  };
}
