import { counted } from '#core/amounts.ts';
import { rowOf } from '#core/database/statement.ts';
import { type HealthCheck, ok, skipped, warning } from '#core/parts/health.ts';

/** Fewer questions than this say nothing about the network. */
const askedMin = 5;

/** Whether mail servers can be reached from here. */
export const verificationHealth: HealthCheck = {
  id: 'verification',
  async look({ db }) {
    const { asked, connected } = await rowOf<{ asked: number; connected: number }>(db)`
      select coalesce(sum(asked), 0)::integer as asked, coalesce(sum(connected), 0)::integer as connected
      from verification_hour where host = '' and hour > clock_timestamp() - interval '24 hours'`;
    if (asked === 0) return [skipped('verification', 'No mail server was asked in 24 hours.')];
    const says = `${counted(asked, 'question')} to mail servers in 24 hours, ${connected} of them reached.`;
    if (asked < askedMin || connected > 0) return [ok('verification', says)];
    return [
      warning(
        'verification',
        says,
        'Port 25 is probably blocked, as in most clouds. Ask your provider to open it, or choose a vendor in verification_vendor. See docs/guide/verification.md.',
      ),
    ];
  },
};
