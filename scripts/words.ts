import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { faultsOf } from '../test/words/faults.ts';
import { textsOfCode } from '../test/words/texts-of-code.ts';

/** `npm run words -- src/domains/billing`: wording in comments and texts that isn't the house's. */
const root = resolve(import.meta.dirname, '..');
const files = process.argv.slice(2).flatMap((path) => {
  const pattern = /\.tsx?$/.test(path) ? path : join(path, '**/*.{ts,tsx}');
  return globSync(pattern, { cwd: root }).filter((file) => !/generated|node_modules/.test(file));
});
const faults = faultsOf(files.sort().flatMap((file) => textsOfCode(root, join(root, file))));
console.log([...faults, `${faults.length} in ${files.length} files`].join('\n'));
