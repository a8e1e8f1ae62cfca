import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inherited } from '../support/inherited.ts';

/** Simulates in a process of its own, without looking for fewer acts. `project` is a copy of the project, or this one. */
export async function runApart(given: readonly string[], project = join(import.meta.dirname, '../..')) {
  const file = join(project, 'test/simulator/run.ts');
  const child = spawn(process.execPath, [file, ...given, '--whole'], { env: inherited() });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return {
    isRight: child.exitCode === 0,
    operations: Number(/^(\d+) operations/m.exec(output)?.[1] ?? 0),
    faults: [...output.matchAll(/^FAULT (.*)$/gm)].map(([, fault]) => fault!),
    errors,
    output,
  };
}
