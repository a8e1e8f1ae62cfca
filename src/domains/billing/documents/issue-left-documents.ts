import type { Job } from '#core/job.ts';
import { issueOne } from './issue-document.ts';
import { undocumentedAfter } from './sql.ts';

const pageSize = 200;

/** Issues what could not be issued at once, such as the invoice of somebody who paid before giving an address. */
export const issueLeftDocuments: Job = {
  id: 'billing.issue-left-documents',
  schedule: '*/10 * * * *',
  async run(ctx) {
    for (let after = 0; ; ) {
      const due = await undocumentedAfter(ctx.ports.db, after, pageSize);
      for (const { id } of due) {
        ctx.signal.throwIfAborted();
        await issueOne(ctx, id);
      }
      if (due.length < pageSize) return;
      after = due.at(-1)!.number;
    }
  },
};
