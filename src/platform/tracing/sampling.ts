import type { Trace } from '#core/tracing/trace.ts';

/** Traces per second that are recorded because callers ask for it, so that no caller makes each of its requests more expensive. */
const callersPerSecond = 100;

/** Whether to record. Decided before OpenTelemetry's tracer is called, which costs a few microseconds even for a trace that isn't recorded. */
export type Sampling = (parent: Trace | null) => boolean;

export function openSampling(
  sampler: string,
  ratio: number,
  { random = Math.random, now = () => performance.now() } = {},
): Sampling {
  const followsParent = sampler.startsWith('parentbased_');
  const share = sampler.endsWith('ratio') ? ratio : Number(sampler.endsWith('on'));
  let second = Number.NEGATIVE_INFINITY;
  let left = 0;
  const hasRoom = () => {
    if (now() - second >= 1000) [second, left] = [now(), callersPerSecond];
    left -= 1;
    return left >= 0;
  };
  return (parent) => {
    if (!parent) return random() < share;
    // The same for every service on the way: a share of all ids.
    if (!followsParent) {
      const isInShare = Number.parseInt(parent.traceId.slice(-13), 16) < share * 2 ** 52;
      return isInShare && (!parent.isCallers || share === 1 || hasRoom());
    }
    const isAsked = (Number.parseInt(parent.flags, 16) & 1) === 1;
    return isAsked && (!parent.isCallers || share === 1 || hasRoom());
  };
}
