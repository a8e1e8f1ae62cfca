import type { Context } from '#core/context.ts';

/** Whether a number is proved and has to be. No number can be proved yet, so none is required. */
export async function whatsappStep(
  _ctx: Pick<Context, 'db' | 'now' | 'ports'>,
  _account: number,
): Promise<{ done: boolean; required: boolean }> {
  return { done: false, required: false };
}
