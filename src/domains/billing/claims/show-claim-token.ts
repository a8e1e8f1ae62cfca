import { type SqlBool, sql } from 'kysely';
import Type from 'typebox';
import type { Db } from '#core/context.ts';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { limitBuyer } from '../limit-buyer.ts';
import { askAbout, referencesOf } from '../reconciliation/ask-provider.ts';
import { providerNames } from '../variables.ts';
import { claimToken } from './claim-token.ts';

const callsPerMinute = 120;

export const showClaimToken = operation({
  id: 'billing.show-claim-token',
  summary: 'Ask whether a payment has arrived',
  description:
    'Poll it about once a second from the page that buyers return to. An unknown reference is `pending` too, with `is_known` false. When nothing has ' +
    'arrived five seconds after the checkout, the service asks the provider itself.',
  kind: 'process',
  doors: [open('GET', '/api/v1/billing/claim-token', { forWebsites: true })],
  idempotency: 'none',
  secretAnswer: true,
  input: Type.Object({
    payment_reference: Type.String({ minLength: 1, maxLength: 100, description: 'From the checkout.' }),
  }),
  example: { payment_reference: 'sub_4fRz81LmQ0aXv7' },
  output: Type.Object({
    status: Type.Enum(['pending', 'ready', 'claimed'], {
      description: '`ready` once the payment is captured, `claimed` once it belongs to an account.',
    }),
    token: orNull(
      Type.String(),
      'Claims the purchase once, by `POST /internal/billing/claim`. Only while `ready`.',
    ),
    plan_id: orNull(Type.String({ examples: ['growth'] }), 'The purchased item. Only while `ready`.'),
    is_known: Type.Boolean({ description: 'Whether a checkout has this reference.' }),
  }),
  errors: ['rate_limited'],

  async run(ctx, { payment_reference: reference }) {
    await limitBuyer(ctx, 'claim-token', callsPerMinute);
    let state = await claimStateOf(ctx.db, reference);
    if (state && !state.is_paid && (await claimQuestion(ctx.db, state.purchase, ctx.now()))) {
      for (const known of await referencesOf(ctx.db, state.purchase)) {
        await askAbout(ctx, known).catch((error: unknown) => {
          ctx.log.warn({ error, provider: known.provider }, 'could not ask the payment provider');
        });
      }
      state = await claimStateOf(ctx.db, reference);
    }
    const status = statusOf(state);
    if (state === null || status !== 'ready')
      return { status, token: null, plan_id: null, is_known: state !== null };
    const token = claimToken(ctx.ports.suppressionPepper, state.purchase);
    return { status, token, plan_id: state.plan, is_known: true };
  },
});

function statusOf(state: ClaimState | null): 'pending' | 'ready' | 'claimed' {
  if (!state?.is_paid) return 'pending';
  return state.is_claimed ? 'claimed' : 'ready';
}

interface ClaimState {
  purchase: string;
  plan: string;
  is_paid: boolean;
  is_claimed: boolean;
}

/** Null for an unknown reference. */
async function claimStateOf(db: Db, reference: string): Promise<ClaimState | null> {
  const { rows } = await sql<ClaimState>`
    select purchase.id as purchase, purchase.plan, purchase.account is not null as is_claimed,
      exists (select from payment where payment.purchase = purchase.id and outcome in ('kept', 'granted')) as is_paid
    from purchase_reference known join purchase on purchase.id = known.purchase
    where known.provider in (${sql.join(providerNames)}) and known.reference = ${reference}
    limit 1`.execute(db);
  return rows[0] ?? null;
}

/** How long to wait for the provider's delivery, and between two questions to it about one purchase. */
export const askEveryMs = 5_000;

/** Whether it is this caller's turn to ask the provider: one caller in five seconds, across all processes. */
async function claimQuestion(db: Db, purchase: string, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - askEveryMs);
  const { numUpdatedRows } = await db
    .updateTable('purchase')
    .set({ asked_at: now })
    .where('id', '=', purchase)
    .where('created_at', '<=', before)
    .where(sql<SqlBool>`(asked_at is null or asked_at <= ${before})`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
