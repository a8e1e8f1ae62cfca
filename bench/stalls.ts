/**
 * `npm run bench:stalls`: how long hostile text of the greatest length keeps a parser busy, in CPU milliseconds of its thread.
 * The aim is 50 ms. `npm run bench:stalls -- robots` measures only the parsers whose name contains the word.
 */
import { inputGroups } from '../test/stalls/input-groups.ts';
import { parserGroups } from '../test/stalls/parser-groups.ts';
import { sourceGroups } from '../test/stalls/source-groups.ts';
import { longestStretchMs } from '../test/stalls/thread-time.ts';
import { say } from './say.ts';

const aimMs = 50;
/** The best of some runs: neither a cold start nor a collection of garbage counts. */
const runsMax = 6;

async function bestMs(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runsMax && best > aimMs; run += 1) {
    best = Math.min(best, await longestStretchMs(work));
  }
  return best;
}

const [word = ''] = process.argv.slice(2);
const groups = [...parserGroups, ...sourceGroups, ...inputGroups].filter(({ name }) => name.includes(word));
let slowCases = 0;
console.log('| parser | bytes | slowest text | CPU |\n| --- | ---: | --- | ---: |');
for (const { name, lengthMax, cases } of groups) {
  say(name);
  let slowest = { name: '', ms: 0 };
  for (const each of cases()) {
    const ms = await bestMs(each.of(lengthMax));
    if (ms > slowest.ms) slowest = { name: each.name, ms };
    if (ms > aimMs) slowCases += 1;
  }
  const cell = JSON.stringify(slowest.name).replaceAll('|', '\\|');
  console.log(`| ${name} | ${lengthMax.toLocaleString('en')} | ${cell} | ${slowest.ms.toFixed(1)} ms |`);
}
say(slowCases === 0 ? `All within ${aimMs} ms.` : `${slowCases} texts take longer than ${aimMs} ms.`);
