import { daysAfter } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { inBatches } from '#core/database/in-batches.ts';
import { rowsOf } from '#core/database/statement.ts';
import type { Job } from '#core/job.ts';
import { type Draft, dayText, MailSender, mailAccount, said } from '#domains/mails/index.ts';
import { queueEvent } from '#domains/webhooks/index.ts';
import { keyInEvent } from '../shapes.ts';

interface Expiring {
  id: string;
  account: number;
  prefix: string;
  name: string | null;
  expires_at: Date;
}

const daysBefore = 7;
const keysPerBatch = 200;

/** Announces each key that expires within a week once, by mail and as an event. A key whose end is moved is announced again. */
export const announceExpiring: Job = {
  id: 'keys.announce-expiring',
  sends: true,
  schedule: '17 * * * *',
  async run(ctx) {
    const { ports, now } = ctx;
    const mails = ports.use(MailSender) !== null;
    const until = daysAfter(now(), daysBefore);
    let after: Pick<Expiring, 'id' | 'expires_at'> = { id: '', expires_at: now() };
    await inBatches(keysPerBatch, (limit) =>
      ctx.phase(async (phase) => {
        const keys = await expiringAfter(phase.db, after, until, limit);
        for (const key of keys) {
          const { account, id, expires_at } = key;
          const about = `${id} ${expires_at.toISOString()}`;
          const data = { key: keyInEvent(key), expires_at };
          await queueEvent({ ...phase, now }, { account, type: 'key.expiring', subject: id, data, about });
          if (!mails) continue;
          const draft = expiringMail(key, ports.publicUrl());
          await mailAccount({ ...phase, ports, now }, { account, type: 'keys', about, draft });
        }
        after = keys.at(-1) ?? after;
        return keys.length;
      }),
    );
  },
};

/** Live keys that work until then, in the order of their ends. */
const expiringAfter = (
  db: Db,
  after: Pick<Expiring, 'id' | 'expires_at'>,
  until: Date,
  limit: number,
): Promise<Expiring[]> =>
  rowsOf<Expiring>(db)`
    select id, account, prefix, name, date_trunc('milliseconds', expires_at) as expires_at from api_key
    where expires_at < 'infinity' and (expires_at, id) > (${after.expires_at}, ${after.id}) and expires_at <= ${until}
      and mode = 'live' and banned_at is null and revoked_at is null and replaced_by is null
    order by expires_at, id limit ${limit}`;

function expiringMail({ prefix, name, expires_at }: Expiring, publicUrl: string): Draft {
  const link = `${publicUrl}/app/keys`;
  const shown = said(name ?? '');
  const day = dayText(expires_at);
  return {
    template: 'key_expiring',
    values: { key_prefix: prefix, key_name: shown, expires_at: expires_at.toISOString(), keys_url: link },
    subject: `An API key expires on ${day}`,
    blocks: [
      'After that, requests with this key are refused:',
      {
        facts: [...(shown ? [['Name', shown] as const] : []), ['Begins with', prefix], ['Expires', day]],
      },
      'Replace it in time. Both keys can work at once for a while:',
      { link, label: 'Your API keys' },
    ],
  };
}
