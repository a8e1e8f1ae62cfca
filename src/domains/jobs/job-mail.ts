import { type Draft, said } from '#domains/mails/index.ts';
import type { Job } from './shapes.ts';

type Told = Extract<Job['status'], 'completed' | 'failed' | 'paused'>;

const words: Readonly<Record<Told, { subject: string; says: string }>> = {
  completed: { subject: 'is done', says: 'All profiles of your job were looked up.' },
  failed: {
    subject: 'failed',
    says: 'Your job was given up. Profiles that were not looked up cost nothing.',
  },
  paused: { subject: 'has paused', says: 'Your job waits. Its page says what it needs.' },
};

/** Null for a job that the customer didn't start on the pages, or ended or paused there. */
export function jobMail(job: Job, publicUrl: string): Draft | null {
  const { id, status, name, counts, opened_from, paused_because } = job;
  if (opened_from !== 'dashboard' || paused_because === 'customer' || !(status in words)) return null;
  const { subject, says } = words[status as Told];
  const link = `${publicUrl}/app/jobs/${id}`;
  const found = {
    completed: String(counts.completed),
    not_found: String(counts.not_found),
    failed: String(counts.failed),
  };
  return {
    template: `job_${status}`,
    values: { job_id: id, job_name: said(name ?? ''), job_url: link, ...found },
    subject: name === null ? `Your job ${subject}` : `Your job “${said(name)}” ${subject}`,
    blocks: [
      says,
      {
        facts: [
          ['Found', found.completed],
          ['Not found', found.not_found],
          ['Failed', found.failed],
        ],
      },
      'See the job and its results:',
      { link, label: 'Open the job' },
    ],
  };
}
