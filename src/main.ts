import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled code of the last start, without types: a quarter of a start's work. Without the right to write there it isn't kept.
enableCompileCache({ directory: join(import.meta.dirname, '../node_modules/.cache/compiled') });
const { run } = await import('./start/serve.ts');
// Before root is dropped, which can write there.
flushCompileCache();
await run();
