import type { Books, Entity } from '#dev/stand-ins/razorpay/books.ts';
import { proveAll } from '#domains/credits/index.ts';
import type { Shop } from './service-under-kills.ts';

interface Told {
  /** How many purchases buyers wanted. */
  checkouts: number;
  /** Second subscriptions that the service didn't make. */
  unheardOf: number;
  tell(text: string): void;
}

interface PaymentRow {
  reference: string;
  account: number | null;
  outcome: string;
  amount_paise: number;
  credits: number;
  short: number;
  moved_paise: number;
  invoiced_paise: number;
  credited_paise: number;
  invoices: number;
}

/** Each payment in the service's books. */
const paymentRows = `
  select payment.reference, payment.account, payment.outcome, payment.amount_paise, purchase.credits, payment.credits_short as short,
    (select sum(case kind when 'payment' then amount_paise else -amount_paise end)::bigint from payment moved
      where moved.provider_payment_id = payment.reference) as moved_paise,
    (select coalesce(sum(total_paise) filter (where kind = 'invoice'), 0)::bigint from tax_document
      where provider_payment_id = payment.reference) as invoiced_paise,
    (select coalesce(sum(total_paise) filter (where kind = 'credit_note'), 0)::bigint from tax_document
      where provider_payment_id = payment.reference) as credited_paise,
    (select count(*) filter (where kind = 'invoice')::int from tax_document
      where provider_payment_id = payment.reference) as invoices
  from payment join purchase on purchase.id = payment.purchase
  where payment.kind = 'payment'`;

/** Compares the service's books with Razorpay's, rupee by rupee. Gives what differs. */
export async function faultsInBooks(service: Shop, told: Told): Promise<string[]> {
  const { database, razorpay } = service;
  const { rows } = await database.pool.query<PaymentRow>(paymentRows);
  const outcomes = Object.entries(Object.groupBy(rows, ({ outcome }) => outcome));
  told.tell(
    `${rows.length} payments: ${outcomes.map(([outcome, ones]) => `${ones!.length} ${outcome}`).join(', ')}`,
  );
  const mismatches = (await Array.fromAsync(proveAll(database.db))).flatMap((each) => each.mismatches);
  return [
    ...paymentFaults(razorpay.books, rows),
    ...(await creditFaults(service, rows)),
    ...(await seriesFaults(service, told)),
    ...(await purchaseFaults(service, told)),
    ...(await deliveryFaults(service)),
    ...mismatches.map((mismatch) => `the ledger does not prove: ${JSON.stringify(mismatch)}`),
  ];
}

const sumOf = (entities: Iterable<Entity>, payment: string, status: string): number =>
  [...entities]
    .filter((entity) => entity.payment_id === payment && entity.status === status)
    .reduce((sum, { amount }) => sum + Number(amount), 0);

/** A payment's amount left at Razorpay, in paise. */
const heldOf = ({ refunds, disputes }: Books, { id, amount }: Entity): number =>
  Number(amount) - sumOf(refunds.values(), id, 'processed') - sumOf(disputes.values(), id, 'lost');

function paymentFaults(books: Books, rows: readonly PaymentRow[]): string[] {
  const captured = [...books.payments.values()].filter(({ status }) => status !== 'failed');
  const byId = new Map(rows.map((row) => [row.reference, row]));
  const faults = rows.length === captured.length ? [] : [`${captured.length} payments, ${rows.length} rows`];
  for (const payment of captured) {
    const row = byId.get(payment.id);
    const held = heldOf(books, payment);
    const isRight =
      row?.moved_paise === held &&
      row.short === 0 &&
      (held > 0 ? row.outcome === 'granted' : row.outcome !== 'granted' && row.outcome !== 'kept') &&
      row.invoices === (held > 0 ? 1 : Math.min(row.invoices, 1)) &&
      row.invoiced_paise - row.credited_paise === (row.invoices > 0 ? held : 0) &&
      (row.outcome !== 'duplicate' || row.invoices === 0);
    if (!isRight) faults.push(`of ${payment.id} ${held} paise are held: ${JSON.stringify(row)}`);
  }
  return faults;
}

async function creditFaults(
  { database, razorpay: { books } }: Shop,
  payments: readonly PaymentRow[],
): Promise<string[]> {
  const disputed = new Set(
    [...books.disputes.values()]
      .filter(({ status }) => status === 'open')
      .map(({ payment_id }) => payment_id),
  );
  const owed = new Map<number, { all: number; held: number }>();
  for (const { account, outcome, reference, credits, amount_paise } of payments) {
    if (account === null || outcome !== 'granted') continue;
    const back = amount_paise - heldOf(books, books.payments.get(reference)!);
    const left = credits - Math.floor((credits * back) / amount_paise);
    const sum = owed.get(account) ?? { all: 0, held: 0 };
    const held = sum.held + (disputed.has(reference) ? left : 0);
    owed.set(account, { all: sum.all + left, held });
  }
  const { rows } = await database.pool.query<{ account: number; all: number; held: number }>(
    `select account, sum(avail + held + expired)::bigint as all, sum(held)::bigint as held from credit_lot
     where source not in ('key', 'operator', 'promo') group by account`,
  );
  return rows.flatMap(({ account, all, held }) => {
    const right = owed.get(account) ?? { all: 0, held: 0 };
    return right.all === all && right.held === held
      ? []
      : [`account ${account} has ${all} credits, ${held} held; right is ${JSON.stringify(right)}`];
  });
}

/** Each series has the numbers from 1 to the number of its documents. */
async function seriesFaults({ database }: Shop, { tell }: Told): Promise<string[]> {
  const { rows } = await database.pool.query<{ kind: string; amount: number; last: number }>(
    'select kind, count(*)::int as amount, max(serial) as last from tax_document group by kind, prefix, financial_year',
  );
  tell(rows.map(({ kind, amount }) => `${amount} ${kind}s`).join(', '));
  return rows.flatMap(({ kind, amount, last }) =>
    amount === last ? [] : [`the series of ${kind} has a gap: ${amount} documents, the last is ${last}`],
  );
}

/** Each checkout made one purchase, here and at Razorpay, and each account has at most one active subscription. */
async function purchaseFaults(
  { database, razorpay: { books } }: Shop,
  { checkouts, unheardOf }: Told,
): Promise<string[]> {
  const { rows } = await database.pool.query<{ account: number; references: string[] }>(
    'select account, array_agg(reference) as references from subscription group by account',
  );
  const goOn = (reference: string) => {
    const { status, paid_count } = books.subscriptions.get(reference)!;
    return status !== 'cancelled' && Number(paid_count) > 0;
  };
  const { rows: sold } = await database.pool.query('select count(*)::int as amount from purchase');
  const placed =
    books.subscriptions.size - unheardOf + [...books.orders.values()].filter(({ receipt }) => receipt).length;
  return [
    ...(sold[0].amount === checkouts ? [] : [`${checkouts} checkouts made ${sold[0].amount} purchases`]),
    ...(placed === checkouts ? [] : [`${checkouts} checkouts made ${placed} orders and subscriptions`]),
    ...rows.flatMap(({ account, references }) =>
      references.filter(goOn).length === 1 ? [] : [`account ${account} doesn't have one subscription`],
    ),
  ];
}

/** Nothing waits, and nothing forged was stored. */
async function deliveryFaults({ database, razorpay: { webhook } }: Shop): Promise<string[]> {
  const { rows } = await database.pool.query<{ body: Buffer; applied: boolean }>(
    'select body, applied_at is not null as applied from delivery',
  );
  const genuine = new Set(webhook.events.map(({ body }) => body));
  const waiting = rows.filter(({ applied }) => !applied).length;
  const forged = rows.filter(({ body }) => !genuine.has(body.toString())).length;
  const { rows: alerts } = await database.pool.query(
    `select kind, subject, details from operator_alert
     where resolved_at is null and kind in ('payment_unmatched', 'credits_short', 'payment_correction_failed',
       'payment_unclaimed', 'payments_not_reconciled', 'delivery_not_applied', 'credit_note_refused')`,
  );
  return [
    ...(waiting === 0 ? [] : [`${waiting} deliveries wait`]),
    ...(forged === 0 ? [] : [`${forged} forgeries were stored`]),
    ...alerts.map((alert) => `an alert is open: ${JSON.stringify(alert)}`),
  ];
}
