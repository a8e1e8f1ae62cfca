import type { Config } from '#core/environment.ts';
import type { OutsideChecks } from '#domains/status/index.ts';

/** The checks of `doctor`, loaded when they run: they open every vendor's client again. */
export const openOutsideChecks =
  (config: Config, isHeld: () => boolean): OutsideChecks =>
  async (now) => {
    const { checkOutside } = await import('../doctor/check-outside.ts');
    return checkOutside(config, now, isHeld());
  };
