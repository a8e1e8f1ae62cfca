import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

export const billingJourney: JourneySource = {
  id: 'billing',
  tables: ['purchase', 'payment', 'subscription', 'account_feature', 'contract'],
  query: ({ id }) => sql`
    select happened.at, happened.what, jsonb_build_object('purchase', purchase.id, 'plan_id', plan) || happened.detail
    from purchase
    cross join lateral (values
      (created_at, 'purchase.opened', jsonb_build_object('amount_paise', amount_paise, 'provider', provider)),
      (claimed_at, 'purchase.claimed', '{}')
    ) as happened (at, what, detail)
    where account = ${id} and happened.at is not null
    union all
    select occurred_at, case kind when 'payment' then 'payment.captured' else 'payment.' || kind end,
      jsonb_build_object('payment', payment.id, 'plan_id', plan, 'amount_paise', amount_paise, 'outcome', outcome,
        'credits', credits)
    from payment where account = ${id}
    union all
    select stopped_at, 'subscription.stopped', jsonb_build_object('plan_id', plan, 'reason', stop_reason)
    from subscription where account = ${id} and stopped_at is not null
    union all
    select changed_at, 'agent_access.set', jsonb_build_object('mcp', mcp, 'by', changed_by, 'reason', reason)
    from account_feature where account = ${id}
    union all
    select created_at, 'contract.made', jsonb_build_object('contract', id, 'name', terms ->> 'name', 'credits', terms -> 'credits',
      'starts_at', starts_at, 'ends_at', ends_at, 'by', actor, 'reason', reason)
    from contract where account = ${id}
    union all
    select request.asked_at, 'refund.asked', jsonb_build_object('payment', payment, 'amount_paise', request.amount_paise, 'reason', reason,
      'by', actor, 'refusal', refusal)
    from refund_request as request join purchase on purchase.id = request.purchase where account = ${id}`,
};
