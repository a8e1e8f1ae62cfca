import type { KeyCredential } from '#core/access.ts';
import type { SetHeader } from '#core/kernel.ts';
import type { Admission, RateLimiter } from '#core/rate-limiter.ts';
import { beyondLimit, limitHeaders } from './limit-refusal.ts';
import type { Violations } from './violations.ts';

/** Counts a request of a key. Within the limit it gives the credential back, at once where this process counts alone. */
export type LimitKey = (
  credential: KeyCredential,
  header: SetHeader,
) => KeyCredential | Promise<KeyCredential>;

export function openKeyLimit(rateLimiter: RateLimiter, violations: Violations): LimitKey {
  const refuse = async (credential: KeyCredential, admission: Admission): Promise<never> => {
    await violations.note(credential.keyId, admission);
    const refusal = beyondLimit(admission);
    refusal.key = credential;
    throw refusal;
  };

  return (credential, header) => {
    const decide = (admission: Admission) => {
      const said = limitHeaders('key', admission);
      header('RateLimit-Policy', said['RateLimit-Policy']);
      header('RateLimit', said.RateLimit);
      return admission.admitted ? credential : refuse(credential, admission);
    };
    const admission = rateLimiter.admit(`key:${credential.countedAs}`, credential.rateLimitPerMin);
    return admission instanceof Promise ? admission.then(decide) : decide(admission);
  };
}
