import { sql } from 'kysely';
import { counted } from '#core/amounts.ts';
import { type HealthCheck, ok, warning } from '#core/parts/health.ts';

/** Fewer failures than this say nothing about WhatsApp. */
const failedMin = 5;
const countMax = 10_000;

/** Codes of the last hour. */
export const whatsappHealth: HealthCheck = {
  id: 'whatsapp',
  async look({ db, now }) {
    const since = new Date(now().getTime() - 3_600_000);
    const { rows } = await sql<{ sent: number; failed: number }>`
      select count(*)::int as sent,
        (count(*) filter (where delivery in ('not_sent', 'failed')))::int as failed
      from (
        select delivery from whatsapp_message where sent_at > ${since} order by sent_at desc, id desc limit ${countMax}
      ) as newest`.execute(db);
    const { sent, failed } = rows[0]!;
    const says = `${counted(sent, 'WhatsApp code')} in the last hour, ${failed} failed.`;
    return [
      failed >= failedMin && failed * 2 > sent
        ? warning('whatsapp', says, 'See under WhatsApp why, and check the token and the template at Meta.')
        : ok('whatsapp', says),
    ];
  },
};
