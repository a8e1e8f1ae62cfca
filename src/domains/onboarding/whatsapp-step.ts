import type { Context } from '#core/context.ts';
import { whatsappOf } from '#domains/whatsapp/index.ts';

/** Whether the account's number is verified, and has to be. A number that was only recorded is not verified. */
export async function whatsappStep(
  { db, now, ports }: Pick<Context, 'db' | 'now' | 'ports'>,
  account: number,
): Promise<{ done: boolean; required: boolean }> {
  const { state } = await whatsappOf(db, account, now());
  return { done: state === 'verified', required: ports.settings.current().whatsapp_required };
}
