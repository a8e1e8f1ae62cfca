import { Type } from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { CodeWebhook } from '../ports.ts';

/** Lists, so that a repeated parameter is seen. */
const parameter = (description: string, example: string) =>
  Type.Array(Type.String({ maxLength: 400, description, examples: [example] }), {
    maxItems: 4,
    default: [],
    isSentOnce: true,
  });

export const completeHandshake = operation({
  id: 'whatsapp.complete-handshake',
  summary: 'Complete the handshake of the WhatsApp webhook',
  description: 'Meta calls this when you save the webhook. The answer is the challenge, as plain text.',
  kind: 'query',
  doors: [open('GET', '/api/v1/identity/whatsapp/webhook', { isHandshake: true })],
  input: Type.Object({
    'hub.mode': parameter('`subscribe`.', 'subscribe'),
    'hub.verify_token': parameter('The same as `WHATSAPP_VERIFY_TOKEN`.', '4f1d…'),
    'hub.challenge': parameter(
      'Letters, digits, hyphens and underscores, returned as they are.',
      '1158201444',
    ),
  }),
  output: Type.String(),
  contentType: 'text/plain; charset=utf-8',
  errors: ['handshake_refused'],

  run(ctx, given) {
    const [mode, ...modes] = given['hub.mode'];
    const [token = '', ...tokens] = given['hub.verify_token'];
    const [challenge = '', ...challenges] = given['hub.challenge'];
    const isOneOfEach = modes.length + tokens.length + challenges.length === 0;
    const isVerified = ctx.ports.use(CodeWebhook).hasVerifyToken(token);
    if (!isOneOfEach || !isVerified || mode !== 'subscribe' || !/^[\w-]{1,200}$/.test(challenge)) {
      return ctx.fail('handshake_refused');
    }
    return challenge;
  },
});
