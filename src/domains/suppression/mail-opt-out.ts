import type { Job } from '#core/operation.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { mailToken } from './opt-out-proof.ts';
import { leaveToOperator, noteMailed, type OptOut, optOutById } from './opt-outs.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** Under which callers reach the service, without a slash at the end. */
    publicUrl(): string;
  }
}

/** Hands the token of one request to whoever sends mails. It is repeated by the queue while that is unreachable. */
export const mailOptOut: Job<{ request_id?: string }> = {
  id: 'suppression.mail-opt-out',
  async run({ ports, now }, { request_id: id = '' }) {
    const request = await optOutById(ports.db, id, now());
    if (request?.status !== 'open' || request.way !== 'mail' || request.mailedAt !== null) return;
    const delivery = ports.mailer
      ? await ports.mailer.deliver(
          mailFor(request, mailToken(ports.suppressionPepper, id), ports.publicUrl()),
        )
      : 'refused';
    if (delivery === 'unreachable') throw new Error(`the mail of ${id} could not be handed over`);
    if (delivery === 'refused') await leaveToOperator(ports.db, id);
    else await noteMailed(ports.db, id, now());
  },
};

/** It says nothing about whether the address is known: that isn't looked up. */
export function mailFor({ id, target, expiresAt }: OptOut, token: string, publicUrl: string): Mail {
  const values = {
    request_id: id,
    token,
    expires_at: expiresAt!.toISOString(),
    confirm_url: `${publicUrl}/api/v1/opt-out/confirm`,
  };
  return {
    id,
    to: target!,
    template: 'opt_out',
    values,
    subject: 'Confirm that you want to be left out',
    text: [
      `Somebody asked ${publicUrl} to tell nobody of this e-mail address. If it was you, confirm it until ${values.expires_at}`,
      `by sending this request and its token to ${values.confirm_url}:`,
      '',
      JSON.stringify({ request_id: id, token }),
      '',
      'If it was not you, there is nothing to do: without the token nothing happens.',
    ].join('\n'),
  };
}
