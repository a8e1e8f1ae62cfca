// A line in a thread of its own: see `threaded-line.ts`.
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabaseLine } from '../../support/database-line.ts';
import type { LineAct } from './threaded-line.ts';

const line = await openDatabaseLine(workerData as string);
parentPort!.on('message', (act: LineAct) => line[act]());
parentPort!.postMessage(line.url);
