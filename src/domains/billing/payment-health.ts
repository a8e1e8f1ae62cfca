import { sql } from 'kysely';
import { counted } from '#core/amounts.ts';
import { type HealthCheck, ok, warning } from '#core/parts/health.ts';

interface LastHour {
  purchases: number;
  payments: number;
  received: number;
  unapplied: number;
  oldest_seconds: number;
}

/** Rows are counted up to this many. */
const countMax = 10_000;
const unappliedSecondsMax = 600;

/** Purchases, payments and deliveries of the providers in the last hour. */
export const paymentHealth: HealthCheck = {
  id: 'payments',
  async look({ db, now }) {
    const since = new Date(now().getTime() - 3_600_000);
    const { rows } = await sql<LastHour>`
      select
        (select count(*)::int from (
          select from purchase where created_at > ${since} limit ${countMax}) as begun) as purchases,
        (select count(*)::int from (
          select from payment where recorded_at > clock_timestamp() - interval '1 hour' limit ${countMax}) as paid) as payments,
        (select count(*)::int from (
          select from delivery where received_at > ${since} limit ${countMax}) as received) as received,
        count(*)::int as unapplied,
        coalesce(extract(epoch from ${now()}::timestamptz - min(received_at)), 0)::int as oldest_seconds
      from (select received_at from delivery where applied_at is null order by id limit ${countMax}) as unapplied`.execute(
      db,
    );
    const { purchases, payments, received, unapplied, oldest_seconds } = rows[0]!;
    const events = `${counted(received, 'event')} of payment providers in the last hour, ${unapplied} not applied yet`;
    return [
      ok(
        'payments',
        `${counted(purchases, 'checkout')} and ${counted(payments, 'movement')} of money in the last hour.`,
      ),
      oldest_seconds > unappliedSecondsMax
        ? warning(
            'deliveries',
            `${events}, the oldest for ${Math.floor(oldest_seconds / 60)} min.`,
            'See under Payments, Deliveries what stops them, and apply them again.',
          )
        : ok('deliveries', `${events}.`),
    ];
  },
};

const mailSecondsMax = 900;

/** Mails to buyers that wait. */
export const mailHealth: HealthCheck = {
  id: 'mails',
  async look({ db }) {
    const { rows } = await sql<{ waiting: number; oldest_seconds: number }>`
      select count(*)::int as waiting,
        coalesce(extract(epoch from clock_timestamp() - min(queued_at)), 0)::int as oldest_seconds
      from (
        select queued_at from purchase_mail where ended_at is null order by queued_at limit ${countMax}
      ) as waiting`.execute(db);
    const { waiting, oldest_seconds } = rows[0]!;
    if (waiting === 0) return [ok('mails', 'No mail to a buyer waits.')];
    const says = `${counted(waiting, 'mail')} to buyers waiting, the oldest for ${Math.floor(oldest_seconds / 60)} min.`;
    return [
      oldest_seconds > mailSecondsMax
        ? warning('mails', says, 'Repair the server at SMTP_URL or MAIL_WEBHOOK_URL. They are sent then.')
        : ok('mails', says),
    ];
  },
};
