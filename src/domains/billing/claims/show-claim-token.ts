import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { limitBuyer } from '../limit-buyer.ts';
import { askAbout, referencesOf } from '../reconciliation/ask-provider.ts';
import { type ClaimState, claimQuestion, claimStateOf } from './claim-state.ts';
import { claimToken } from './claim-token.ts';

const callsPerMinute = 120;

export const showClaimToken = operation({
  id: 'billing.show-claim-token',
  summary: 'Ask whether a payment has arrived',
  description:
    'Poll it about once a second from the page that buyers return to. An unknown reference is `pending` too. When nothing has ' +
    'arrived five seconds after the checkout, the service asks the provider itself.',
  kind: 'process',
  doors: [open('GET', '/api/v1/billing/claim-token', { forWebsites: true })],
  idempotency: 'none',
  secretAnswer: true,
  input: Type.Object({
    payment_reference: Type.String({ minLength: 1, maxLength: 100, description: 'From the checkout.' }),
  }),
  output: Type.Object({
    status: Type.Enum(['pending', 'ready', 'claimed'], {
      description: '`ready` once the payment is captured, `claimed` once it belongs to an account.',
    }),
    token: orNull(
      Type.String(),
      'Claims the purchase once, by `POST /internal/billing/claim`. Only while `ready`.',
    ),
    plan_id: orNull(Type.String({ examples: ['growth'] }), 'The purchased item. Only while `ready`.'),
  }),
  errors: ['rate_limited'],

  async run(ctx, { payment_reference: reference }) {
    await limitBuyer(ctx, 'claim-token', callsPerMinute);
    let state = await claimStateOf(ctx.db, reference);
    if (state && !state.isPaid && (await claimQuestion(ctx.db, state.purchase, ctx.now()))) {
      for (const known of await referencesOf(ctx.db, state.purchase)) {
        await askAbout(ctx, known).catch((error: unknown) => {
          ctx.log.warn({ error, provider: known.provider }, 'could not ask the payment provider');
        });
      }
      state = await claimStateOf(ctx.db, reference);
    }
    const status = statusOf(state);
    if (!state || status !== 'ready') return { status, token: null, plan_id: null };
    return { status, token: claimToken(ctx.ports.suppressionPepper, state.purchase), plan_id: state.plan };
  },
});

function statusOf(state: ClaimState | null): 'pending' | 'ready' | 'claimed' {
  if (!state?.isPaid) return 'pending';
  return state.isClaimed ? 'claimed' : 'ready';
}
