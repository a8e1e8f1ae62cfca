import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
} from 'cockatiel';
import type { Timing } from '../timing.ts';

export interface VendorBreakerOptions {
  /** How many failures in a row open the breaker. */
  failures?: number;
  /** How long it stays open before one trial call, in milliseconds. */
  openMs?: number;
}

/** What a call says about the vendor's health. `unknown`: the caller gave up too early to tell. */
export type Health = 'well' | 'failing' | 'unknown';

export interface VendorBreaker {
  /** Runs the call. Returns null without running it while the breaker is open or a trial call is in flight. */
  run<T>(call: () => Promise<T>, healthOf: (result: T) => Health): Promise<T | null>;
  readonly state: 'closed' | 'open' | 'half_open';
  /** When the next trial call may run; null while closed. */
  readonly openUntil: Date | null;
}

/** Carries an inconclusive result past the breaker's counting. */
class Inconclusive<T> extends Error {
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
          // An abandoned trial must not close the breaker. Among ordinary calls an abandoned one doesn't count.
          if (health === 'unknown' && policy.state === CircuitState.Closed) throw new Inconclusive(result);
          return { result, health };
        });
        return outcome.result;
      } catch (error) {
        if (error instanceof BrokenCircuitError) return null;
        if (error instanceof Inconclusive) return error.result as T;
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
