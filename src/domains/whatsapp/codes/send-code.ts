import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { addressFaults, refuseLocked } from '#domains/identity/index.ts';
import type { Handover } from '#platform/messaging/messaging.ts';
import { addressKey } from '#values/ip-addresses/index.ts';
import { codeDigest, newCode } from '../code.ts';
import { CodeMessaging } from '../ports.ts';
import { codeLimits, secondsUntil, unconfiguredSeconds, unreachableSeconds } from '../rules.ts';
import { NumberInput, numberOrFail } from '../shapes.ts';
import { HandoverPace } from './handover-pace.ts';
import { type Issued, issueCode } from './issue-code.ts';
import { isEverythingStopped, noteHandover } from './note-handover.ts';

const seconds = (value: number, description: string) => Type.Integer({ description, examples: [value] });

/** Nothing in it depends on the number. */
const codeSent = {
  state: 'code_sent' as const,
  valid_seconds: codeLimits.validMs / 1000,
  resend_after_seconds: codeLimits.spacingMs / 1000,
};

const CodeSent = Type.Object({
  state: Type.Literal('code_sent', {
    description: 'Always the same, so that it says nothing about the number.',
  }),
  valid_seconds: seconds(codeSent.valid_seconds, 'How long the code can be confirmed.'),
  resend_after_seconds: seconds(codeSent.resend_after_seconds, 'When another code can be sent.'),
});

type SendContext = Context<
  'account_locked' | 'number_already_verified' | 'rate_limited' | 'messaging_unavailable'
>;

export const sendCode = operation({
  id: 'whatsapp.send-code',
  summary: 'Send a one-time code to a WhatsApp number',
  description:
    'The code has six digits, is valid for 10 minutes and replaces an older one. An account and a device get one message per ' +
    'minute and five in 24 hours; settings limit an address, a number, and all messages together. If others have used up ' +
    "a number's messages, the answer is `code_sent` and no message is sent. An account that has paid, or has verified the " +
    'number before, keeps its own five. The answer is the same for every number: it does not disclose whether the number ' +
    'exists, uses WhatsApp or belongs to another account. A repeat sends another code, if the limits allow it.',
  kind: 'process',
  doors: [dashboard('POST', '/internal/identity/whatsapp/start')],
  input: Type.Object({
    whatsapp: NumberInput,
    ip: Type.String({
      maxLength: 100,
      default: '',
      description:
        "The person's IP address, without a port. Without it, the limit per address doesn't apply.",
      examples: ['203.0.113.9'],
    }),
    device_id: Type.String({
      maxLength: 200,
      default: '',
      description:
        "Your own identifier of the person's browser or device. Without it, the limit per device doesn't apply.",
      examples: ['dev_91c2'],
    }),
  }),
  example: { whatsapp: '+447700900123' },
  check: addressFaults,
  output: CodeSent,
  errors: ['account_locked', 'number_already_verified', 'rate_limited', 'messaging_unavailable'],
  account: 'required',
  // A stored answer would let a repeat believe that a code is on its way.
  idempotency: 'none',

  async run(ctx, { whatsapp, ip, device_id }) {
    const number = numberOrFail(whatsapp);
    await refuseLocked(ctx, { whatsapp: number });
    const { suppressionPepper } = ctx.ports;
    const messaging = ctx.ports.use(CodeMessaging);
    const handoverPace = ctx.ports.use(HandoverPace);
    if (!messaging) return refuseFor(ctx, 'messaging_unavailable', unconfiguredSeconds);

    const [code, now, account] = [newCode(), ctx.now(), ctx.account.id];
    const code_digest = codeDigest(suppressionPepper, { account, number, code });
    const settings = ctx.ports.settings.current();
    const asker = { address_key: ip.trim() && addressKey(ip.trim()), device: device_id.trim() };
    const issued = await ctx.phase(({ db }) =>
      issueCode(db, { account, number, ...asker, code_digest, now, settings }),
    );
    if (issued.outcome !== 'issued') return refuseToIssue(ctx, issued, now);

    const { id, expiresAtMs, isSent } = issued;
    const message = { id, to: number, code, expiresAt: new Date(expiresAtMs) };
    if (isSent) await handoverPace.measured(async () => handOver(ctx, id, await messaging.sendCode(message)));
    else await handoverPace.wait(ctx.request.signal);
    return codeSent;
  },
});

function refuseToIssue(ctx: SendContext, issued: Exclude<Issued, { outcome: 'issued' }>, now: Date): never {
  if (issued.outcome === 'verified') return ctx.fail('number_already_verified');
  const seconds = secondsUntil(new Date(issued.untilMs), now);
  return refuseFor(ctx, issued.outcome === 'paused' ? 'messaging_unavailable' : 'rate_limited', seconds);
}

/** Fails only if no message can be sent: what is wrong with one number is not disclosed. */
async function handOver(ctx: SendContext, id: string, handover: Handover): Promise<void> {
  const now = ctx.now();
  await ctx.phase(({ db }) => noteHandover(db, id, handover, now));
  if (!isEverythingStopped(handover)) return;
  const until = handover.outcome === 'unreachable' ? handover.retryAt : null;
  refuseFor(ctx, 'messaging_unavailable', until ? secondsUntil(until, now) : unreachableSeconds);
}

const limitedFor = (seconds: number) =>
  `Another code can be sent in ${seconds} seconds. An account and a device get one message per minute and five in 24 hours; an address is limited too.`;

const refuseFor = (
  ctx: SendContext,
  code: 'rate_limited' | 'messaging_unavailable',
  seconds: number,
): never =>
  ctx.fail(code, {
    ...(code === 'rate_limited' ? { members: { retry_after: seconds }, detail: limitedFor(seconds) } : {}),
    headers: { 'Retry-After': String(seconds) },
  });
