import type { Job } from '#core/operation.ts';
import { forgetOptOuts, leaveUnmailedToOperator } from './opt-outs.ts';
import { optOutLimits } from './rules.ts';

/** Ends what was not proven in time, drops what ended long ago, and passes on what no mail could be sent for. */
export const forgetEndedOptOuts: Job = {
  id: 'suppression.forget-opt-outs',
  schedule: '17 * * * *',
  async run({ ports, now }) {
    const at = now();
    const before = (ms: number) => new Date(at.getTime() - ms);
    await leaveUnmailedToOperator(ports.db, before(optOutLimits.unmailedMs));
    await forgetOptOuts(ports.db, at, before(optOutLimits.keptMs));
  },
};
