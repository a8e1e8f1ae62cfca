// `npm run test:fuzz`: 50,000 requests over everything that the OpenAPI document offers. See docs/guide/contributing.md.
import { parseArgs } from 'node:util';
import { wholeNumbers } from '../support/whole-number.ts';
import { runFuzz } from './run-fuzz.ts';

const usage = 'npm run test:fuzz -- [--seed N] [--requests N] [--only N]';

const wholeNumber = wholeNumbers(usage);

function readOptions() {
  const number = { type: 'string' } as const;
  const { values } = parseArgs({ options: { seed: number, requests: number, only: number } });
  const seed = values.seed ?? process.env.TEST_SEED;
  return {
    seed:
      seed === undefined || seed === 'random' ? Math.floor(Math.random() * 1e9) : wholeNumber('seed', seed),
    requests: wholeNumber('requests', values.requests ?? '50000'),
    ...(values.only === undefined ? {} : { only: wholeNumber('only', values.only) }),
  };
}

function showProgress(total: number) {
  const isTerminal = process.stderr.isTTY;
  return (done: number, failed: number) => {
    if (isTerminal && done % 50 === 0) {
      process.stderr.write(
        `\r${done.toLocaleString('en')} of ${total.toLocaleString('en')}, ${failed} failed `,
      );
    }
  };
}

async function main(): Promise<number> {
  const options = readOptions();
  console.log(`seed ${options.seed}`);
  const { passed, failed } = await runFuzz({
    ...options,
    stallMs: 1000,
    tell: console.log,
    onProgress: showProgress(options.requests),
  });
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
