/** Bugs that are planted to test the simulator: each replaces a text that its file has once. */
export interface Bug {
  name: string;
  /** In `src/`. */
  file: string;
  from: string;
  to: string;
}

/** The text with the bug. Throws unless the text has exactly one place for it. */
export function plant({ name, file, from, to }: Bug, right: string): string {
  const parts = right.split(from);
  if (parts.length !== 2) throw new Error(`"${name}" has ${parts.length - 1} places in ${file}`);
  return parts.join(to);
}

const credits = 'domains/credits/functions';
const lookup = 'domains/lookup';
const answers = `${lookup}/functions/lookup_answer_batch.sql`;
const jobs = 'domains/jobs';
const finish = `${jobs}/functions/job_finish_claim.sql`;
const hiding = 'domains/suppression/hiding/hide-people.ts';
const money = 'domains/billing/money';
const sending = 'domains/webhooks/sending';

export const bugs: readonly Bug[] = [
  // The ledger.
  {
    name: 'some spends leave no row in the ledger',
    file: `${credits}/credit_spend_ones.sql`,
    from: '2, 1, draw.balance, p_now from draw',
    to: "2, 1, draw.balance, p_now from draw where draw.key::text not like '%7'",
  },
  {
    name: 'the first credit of a lot is spent together with the last of the one before',
    file: `${credits}/credit_spend_ones.sql`,
    from: 'line.behind >= lot.upto - lot.avail and',
    to: 'line.behind >= lot.upto - lot.avail - 1 and',
  },
  {
    name: 'a lot loses a credit less than was drawn from it',
    file: `${credits}/credit_spend_ones.sql`,
    from: 'select lot_id, count(*) as credits',
    to: 'select lot_id, greatest(count(*) - 1, 1) as credits',
  },
  {
    name: 'the balance after a spend is that before it',
    file: `${credits}/credit_spend_ones.sql`,
    from: 'line.credits - line.behind - 1 as balance',
    to: 'line.credits - line.behind as balance',
  },
  {
    name: 'an account without credits still spends',
    file: `${credits}/credit_spend_ones.sql`,
    from: "when line.need > greatest(line.credits - line.behind, 0) then 'insufficient'",
    to: "when line.need > greatest(line.credits - line.behind + 1, 0) then 'insufficient'",
  },
  {
    name: 'the last credit is refused',
    file: `${credits}/credit_spend_ones.sql`,
    from: "when line.need > greatest(line.credits - line.behind, 0) then 'insufficient'",
    to: "when line.need > greatest(line.credits - line.behind - 20, 0) then 'insufficient'",
  },
  {
    name: 'lots are burned in the order in which they were granted',
    file: `${credits}/credit_burning.sql`,
    from: 'order by lot.expires_at, lot.id',
    to: 'order by lot.id',
  },
  {
    name: 'expired lots are spent',
    file: `${credits}/credit_burning.sql`,
    from: 'and lot.expires_at > p_now',
    to: '',
  },
  {
    name: 'credits expire a day early',
    file: `${credits}/credit_sweep_lots.sql`,
    from: 'closed_at is null and expires_at <= v_now and avail > 0\n  ),',
    to: "closed_at is null and expires_at <= v_now + interval '1 day' and avail > 0\n  ),",
  },
  {
    name: 'what expires stays in the lot',
    file: `${credits}/credit_sweep_lots.sql`,
    from: 'set avail = 0, expired',
    to: 'set avail = lot.avail, expired',
  },
  {
    name: 'a hold gives its rest back twice',
    file: `${credits}/credit_hold_close.sql`,
    from: 'avail = lot.avail + case when part.is_live then part.rest else 0 end,',
    to: 'avail = lot.avail + case when part.is_live then 2 * part.rest else 0 end,',
  },
  {
    name: 'a hold is settled again',
    file: `${credits}/credit_hold_close.sql`,
    from: "if v_hold.status <> 'open' or (p_final",
    to: "if v_hold.status = 'released' or (p_final",
  },
  {
    name: 'a hold is never released',
    file: `${credits}/credit_hold_close.sql`,
    from: 'held = lot.held - part.held,',
    to: "held = lot.held - case p_final when 'released' then 0 else part.held end,",
  },
  {
    name: 'a grant is booked with one credit more than its row',
    file: `${credits}/credit_grant.sql`,
    from: 'p_granted_by, p_amount, p_amount, p_expires_at',
    to: 'p_granted_by, p_amount, p_amount + 1, p_expires_at',
  },
  {
    name: 'a grant has no row in the ledger',
    file: `${credits}/credit_grant.sql`,
    from: 'if o_is_new then\n    insert',
    to: 'if o_is_new and p_amount % 3 <> 0 then\n    insert',
  },
  // Lookups: what they show and what they take.
  {
    name: 'misses are charged',
    file: answers,
    from: "array_agg((reason = 'completed_lookup')::integer::smallint order by ord)",
    to: "array_agg((reason in ('completed_lookup', 'not_found'))::integer::smallint order by ord)",
  },
  {
    name: 'hits are free',
    file: answers,
    from: "array_agg((reason = 'completed_lookup')::integer::smallint order by ord)",
    to: "array_agg((reason = 'completed_lookup' and version % 5 <> 0)::integer::smallint order by ord)",
  },
  {
    name: 'a person whom the account has paid for is charged again',
    file: answers,
    from: "when decided.is_repeat then 'repeat'",
    to: "when false then 'repeat'",
  },
  {
    name: 'what was paid for is free for ever',
    file: answers,
    from: 'and repeated.paid_at > v_now - make_interval(days => p_repeat_days)',
    to: '',
  },
  {
    name: 'the suppression list is not read',
    file: answers,
    from: '\n      and not exists (select from suppression where suppression.key = any (known.suppression_keys))',
    to: '',
  },
  {
    name: 'an answer is stored with another price',
    file: answers,
    from: "case when disclosed_fields is null then 'not_found' else 'completed' end, charged,\n      balance,",
    to: "case when disclosed_fields is null then 'not_found' else 'completed' end, 0,\n      balance,",
  },
  {
    name: 'a repeated key is a new lookup',
    file: `${lookup}/finding/finder.ts`,
    from: 'const opKey = digestId(kind, String(call.key.account.id), call.idempotencyKey);',
    to: 'const opKey = digestId(kind, String(call.key.account.id), call.idempotencyKey, String(Math.random()));',
  },
  {
    name: 'what sources found is free',
    file: `${lookup}/functions/lookup_complete_batch.sql`,
    from: 'credit_spend_batch(p_account, p_amount, p_op,',
    to: 'credit_spend_batch(p_account, array_fill(0::bigint, array[cardinality(p_amount)]), p_op,',
  },
  // Jobs.
  {
    name: 'a job counts less than it spends',
    file: finish,
    from: 'v_job.spent := v_job.spent + v_done.spent;',
    to: 'v_job.spent := greatest(v_job.spent, v_done.spent);',
  },
  {
    name: 'an item is paid again after a crash',
    file: `${jobs}/running/work-on.ts`,
    from: "digestId('item of a job', job.id, String(row), String(asks))",
    to: "digestId('item of a job', job.id, String(row), String(asks), String(Math.random()))",
  },
  {
    name: 'items forget their price',
    file: `${jobs}/running/work-on.ts`,
    from: 'charged: credits.charged,',
    to: 'charged: 0,',
  },
  {
    name: 'a job ends one item early',
    file: `${jobs}/functions/job_settled.sql`,
    from: 'p_job.failed + p_job.cancelled < p_job.profiles;',
    to: 'p_job.failed + p_job.cancelled < p_job.profiles - 1;',
  },
  {
    name: 'a grant wakes no job',
    file: `${jobs}/functions/job_wake_short.sql`,
    from: "where account = new.account and paused_because = 'credits'",
    to: "where account = new.account and paused_because = 'none'",
  },
  {
    name: 'a cancelled job drops what is being paid',
    file: `${jobs}/functions/job_end_early.sql`,
    from: "item.status in ('waiting', 'asking') and not exists (",
    to: "item.status in ('waiting', 'asking') or not exists (",
  },
  {
    name: 'the end of a job is announced to no one',
    file: `${jobs}/running/work-on.ts`,
    from: "if (event !== 'nothing' && event !== 'lost')",
    to: "if (event === 'paused')",
  },
  // Opt-outs.
  {
    name: 'an opt-out is written nowhere',
    file: hiding,
    from: 'const added = await insertSuppressions(db, values, why);',
    to: 'const added = values.length > 99 ? await insertSuppressions(db, values, why) : [];',
  },
  {
    name: 'answers of before an opt-out can be fetched again',
    file: hiding,
    from: 'const withdrawn = await withdrawFrom(ports.personalData, db, profiles);',
    to: 'const withdrawn = profiles.length > 99 ? await withdrawFrom(ports.personalData, db, profiles) : {};',
  },
  {
    name: 'customers do not hear of an opt-out',
    file: hiding,
    from: 'if (added.length > 0) await',
    to: 'if (added.length > 99) await',
  },
  // Money.
  {
    name: 'a delivery with a wrong signature is taken',
    file: 'platform/payments/signed-delivery.ts',
    from: 'if (!secrets.some((secret) => isSigned(body, given, secret)))',
    to: 'if (secrets.length > 99)',
  },
  {
    name: 'a payment grants a credit more',
    file: `${money}/grant-for-money.ts`,
    from: '    credits: purchase.credits,\n    expiresAt,\n    reason',
    to: '    credits: purchase.credits + 1,\n    expiresAt,\n    reason',
  },
  {
    name: 'a refund leaves the credits',
    file: `${money}/carry-out.ts`,
    from: 'if (target > credits_reversed) {',
    to: 'if (target > credits_reversed + 1e9) {',
  },
  {
    name: 'a payment that came twice is granted twice',
    file: `${money}/settle-payment.ts`,
    from: "if (reason) return 'duplicate';",
    to: "if (reason === null && false) return 'duplicate';",
  },
  {
    name: 'no payment gets an invoice',
    file: `${money}/grant-for-money.ts`,
    from: 'phase.enqueue(issueDocument, { payment: payment.id });',
    to: '',
  },
  // Webhooks.
  {
    name: 'a message is taken for delivered when its receiver fails',
    file: `${sending}/attempts.ts`,
    from: 'status_code >= 200 && status_code <= 299',
    to: 'status_code >= 200 && status_code <= 599',
  },
  {
    name: 'messages are signed in another way',
    file: 'core/http/standard-webhooks.ts',
    from: "createHmac('sha256', key)",
    to: "createHmac('sha512', key)",
  },
];
