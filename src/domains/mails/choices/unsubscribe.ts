import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { mailTypes } from '../account-mails/mail-types.ts';
import { switchOff } from './sql.ts';
import { StopLink, StoppedType, stopPages } from './stop-pages.ts';
import { mailOfLink } from './unsubscribe-link.ts';

/** The forms in which mail providers post `List-Unsubscribe=One-Click` (RFC 8058 §3.2). The body says nothing that the path doesn't. */
const bodies = { 'application/x-www-form-urlencoded': 'form', 'multipart/form-data': 'raw' } as const;
export const callsPerMinute = 60;

export const unsubscribe = operation({
  id: 'mails.unsubscribe',
  summary: 'Stop mails of a type',
  description:
    'By the button on the page, or in one click by a mail provider (RFC 8058). Repeating it changes nothing.',
  kind: 'command',
  doors: [open('POST', '/mails/off/{token}', { page: stopPages, bodies, bodyBytesMax: 16 * 1024 })],
  idempotency: 'none',
  input: StopLink,
  example: { token: 'mail_4mAYQ7rYV0bIqJm2vQx1sT-0f0c6d2c1d6f8d0e9a55b0f2f7f8f3a1' },
  output: StoppedType,
  errors: ['not_found', 'rate_limited'],

  async run(ctx, { token }) {
    const { ports, request, now } = ctx;
    const { admitted } = await ports.rateLimiter.admitAddress('unsubscribe', request.address, callsPerMinute);
    if (!admitted) return ctx.fail('rate_limited', { headers: { 'Retry-After': '60' } });
    const { account, type } = await mailOfLink(ctx, token);
    await switchOff(ctx.db, account, type, now());
    return { title: mailTypes[type].title };
  },
});
