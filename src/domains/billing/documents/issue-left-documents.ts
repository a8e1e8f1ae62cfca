import type { Job, JobContext } from '#core/job.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { accountsWithProfile } from '#domains/onboarding/index.ts';
import { issueOne } from './issue-document.ts';
import { undocumentedAfter } from './sql.ts';

const pageSize = 200;

/** Issues what could not be issued at once, such as the invoice of somebody who paid before giving an address. */
export const issueLeftDocuments: Job = {
  id: 'billing.issue-left-documents',
  schedule: '* * * * *',
  async run(ctx) {
    for (let after = 0; ; ) {
      const due = await undocumentedAfter(ctx.ports.db, after, pageSize);
      const buyers = await accountsWithProfile(
        ctx.ports.db,
        due.map(({ account }) => account),
      );
      for (const { id } of due.filter(({ account }) => buyers.has(account))) {
        ctx.signal.throwIfAborted();
        await tryOne(ctx, id);
      }
      if (due.length < pageSize) return;
      after = due.at(-1)!.number;
    }
  },
};

/** One that can't be issued doesn't keep the others waiting. */
async function tryOne(ctx: JobContext, payment: string): Promise<void> {
  const alert = { kind: 'document_not_issued', subject: payment };
  try {
    await issueOne(ctx, payment);
    await resolveAlert(ctx.ports.db, alert);
  } catch (error) {
    ctx.log.warn({ error, payment }, 'an invoice or a credit note could not be issued');
    await raiseAlert(ctx.ports.db, { ...alert, details: {} });
  }
}
