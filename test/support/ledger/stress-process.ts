import { once } from 'node:events';
import type { Spend } from './statements.ts';
import { cutConnections, letWrite, openWriters } from './stress.ts';
import type { StressOrder, StressReply } from './stress-processes.ts';

// A child process of `stressAcrossProcesses`. It receives its orders, and later the spends of the others.
const tell = (reply: StressReply) =>
  new Promise<void>((resolve, reject) =>
    process.send!(reply, undefined, undefined, (error) => (error ? reject(error) : resolve())),
  );

const [order] = (await once(process, 'message')) as [StressOrder];
const options = {
  ...order,
  tell: (spend: Spend) => void tell({ spend }),
  ...(order.cutsConnections ? { disturb: cutConnections } : {}),
};
const writers = openWriters(options, order.shared);
process.on('message', (spend: Spend) => writers.learn(spend));
const { operations, seconds } = await letWrite(writers, options);
await tell({ end: { testimony: writers.truth.testimony(), operations, seconds } });
process.disconnect?.();
