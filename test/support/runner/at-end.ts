import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const tasks: (() => Promise<void>)[] = [];
const isShared = process.argv[1] === fileURLToPath(import.meta.resolve('./shared-process.ts'));

/** Runs a task after the last test of this process, which may be in another file. */
export function atEnd(task: () => Promise<void>): void {
  if (isShared) tasks.push(task);
  else after(task);
}

export async function endAll(): Promise<void> {
  for (const task of tasks) await task();
}
