import Type from 'typebox';
import { admin } from '#core/door.ts';
import type { Job } from '#core/job.ts';
import { operation } from '#core/operation.ts';
import { port } from '#core/ports.ts';
import { failedPayloads } from '../sql.ts';

/** The service's own jobs, by id. */
export const ServiceJobs = port<ReadonlyMap<string, Job>>('service-jobs');

export const runJob = operation({
  id: 'status.run-job',
  summary: 'Run a background job of the service now',
  description:
    'A scheduled job runs once more, as it does at its time. For any other job, its failed runs of the last 14 days are tried ' +
    'again, 100 at most. Jobs are safe to repeat. While outgoing messages are held, a job that sends waits.',
  kind: 'command',
  idempotency: 'none',
  doors: [admin('POST', '/api/v1/admin/health/jobs/{job}/runs')],
  roles: ['finance', 'support'],
  input: Type.Object({
    job: Type.String({ minLength: 1, maxLength: 100, description: 'The subject of the alert `job_failed`.' }),
  }),
  example: { job: 'credits.verify-ledger' },
  output: Type.Object({
    runs: Type.Integer({ description: 'How many were enqueued. 0 if the job has no failed run left.' }),
  }),
  errors: ['not_found'],

  async run(ctx, { job: id }) {
    const job = ctx.ports.use(ServiceJobs).get(id);
    if (!job) return ctx.fail('not_found', { detail: 'The service has no job with this id.' });
    const payloads = job.schedule ? [{}] : await failedPayloads(ctx.db, id);
    for (const payload of payloads) ctx.enqueue(job, payload);
    ctx.audit('job.run', { job: id, runs: payloads.length });
    return { runs: payloads.length };
  },
});
