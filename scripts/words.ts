import { resolve } from 'node:path';
import { faultsOf } from '../test/words/faults.ts';
import { filesOfCode, textsOfCode } from '../test/words/texts-of-code.ts';

/** `npm run words -- src/domains/billing`: wording in comments and texts that isn't the house's. */
const root = resolve(import.meta.dirname, '..');
const files = filesOfCode(root, process.argv.slice(2));
const faults = faultsOf(files.flatMap((file) => textsOfCode(root, file)));
console.log([...faults, `${faults.length} in ${files.length} files`].join('\n'));
