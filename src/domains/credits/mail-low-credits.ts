import { inBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { type Draft, MailSender, mailAccount } from '#domains/mails/index.ts';
import { type LowCredits, lowCreditsToMail } from './sql/low-credits.ts';

const accountsPerBatch = 200;

/** Mails accounts with few credits, when `credits.low` is written for those with an endpoint: once after each grant. */
export const mailLowCredits: Job = {
  id: 'credits.mail-low-credits',
  sends: true,
  schedule: '*/5 * * * *',
  async run({ phase, ports, now }) {
    if (ports.use(MailSender) === null) return;
    let after = 0;
    await inBatches(accountsPerBatch, (limit) =>
      phase(async (inPhase) => {
        const low = await lowCreditsToMail(inPhase.db, after, limit);
        for (const { account, ...credits } of low) {
          const about = `lot ${credits.lot}`;
          const draft = lowMail(credits, ports.publicUrl());
          await mailAccount({ ...inPhase, ports, now }, { account, type: 'credits', about, draft });
        }
        after = low.at(-1)?.account ?? after;
        return low.length;
      }),
    );
  },
};

function lowMail({ balance, granted }: Omit<LowCredits, 'account'>, publicUrl: string): Draft {
  const link = `${publicUrl}/app/plans`;
  const left = balance === 1 ? '1 credit is left' : `${balance} credits are left`;
  const values = { balance: String(balance), granted: String(granted), plans_url: link };
  return {
    template: 'credits_low',
    values,
    subject: balance === 0 ? 'You have no credits left' : left[0]!.toUpperCase() + left.slice(1),
    blocks: [
      balance === 0
        ? 'Lookups are refused and jobs pause until you have credits again.'
        : `You have ${balance} of ${granted} credits left. Without credits, lookups are refused and jobs pause.`,
      'See the plans and packs:',
      { link, label: 'Plans' },
    ],
  };
}
