import type { Job } from '#core/job.ts';
import { storeFindings } from '../sql.ts';
import { OutsideChecks } from './outside-checks.ts';

/** Every hour: credentials and certificates change slowly, and others' servers pay for our questions. */
export const lookOutside: Job = {
  id: 'status.look-outside',
  schedule: '52 * * * *',

  async run({ ports, now, phase }) {
    const findings = await ports.use(OutsideChecks)(now());
    await phase(({ db }) => storeFindings(db, findings, now()));
  },
};
