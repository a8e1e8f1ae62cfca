import { sql } from 'kysely';
import { counted } from '#core/amounts.ts';
import { type HealthCheck, ok, warning } from '#core/parts/health.ts';

interface LastHour {
  delivered: number;
  failed: number;
  waiting: number;
}

const countMax = 10_000;

/** Messages to customers' servers in the last hour. One server that fails is its customer's; many that fail may be our network. */
export const webhookHealth: HealthCheck = {
  id: 'webhooks',
  async look({ db, now }) {
    const since = new Date(now().getTime() - 3_600_000);
    const { rows } = await sql<LastHour>`
      select (count(*) filter (where status = 'delivered'))::int as delivered,
        (count(*) filter (where status = 'failed'))::int as failed,
        (select count(*)::int from (
          select from webhook_delivery where status = 'waiting' limit ${countMax}) as due) as waiting
      from (
        select status from webhook_delivery where created_at > ${since} limit ${countMax}
      ) as newest`.execute(db);
    const { delivered, failed, waiting } = rows[0]!;
    const says = `${counted(delivered, 'message')} to customers' servers delivered in the last hour, ${failed} failed, ${waiting} waiting.`;
    return [
      failed > delivered
        ? warning(
            'webhooks',
            says,
            'If the servers of several customers fail, check the network and a firewall.',
          )
        : ok('webhooks', says),
    ];
  },
};
