import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant, text } from '#core/shapes.ts';
import { CodeOutbox } from '../ports.ts';
import { usableCodes } from './sql.ts';

const KeptMessage = Type.Object({
  whatsapp: text('The number in E.164.', '+447700900123'),
  code: text('The one-time code.', '123456'),
  sent_at: instant('When it was sent.'),
  expires_at: { ...instant('When the code expires.'), examples: ['2026-11-20T09:40:00.000Z'] },
});

export const showOutbox = operation({
  id: 'whatsapp.show-outbox',
  summary: 'List the codes in the local outbox, newest first',
  description:
    'For development. Without `WHATSAPP_TOKEN`, codes stay in the memory of the process that made them: at most 100, until they ' +
    'expire. Codes that were used, replaced or tried too often are not listed. In production there is no outbox.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/outbox')],
  secretAnswer: true,
  output: Type.Object({ items: Type.Array(KeptMessage) }),
  errors: ['outbox_off'],

  async run(ctx) {
    const outbox = ctx.ports.use(CodeOutbox);
    if (!outbox) return ctx.fail('outbox_off');
    const kept = outbox.messages();
    const usable = await usableCodes(
      ctx.db,
      kept.map(({ id }) => id),
    );
    const items = kept
      .filter(({ id }) => usable.has(id))
      .map(({ to, code, sentAt, expiresAt }) => ({
        whatsapp: to,
        code,
        sent_at: sentAt,
        expires_at: expiresAt,
      }));
    return { items };
  },
});
