import { globSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The program's files: what is written by hand, without tests and samples. */
export const sources = globSync('src/**/*.ts', { cwd: root }).filter(
  (file) => !/\.(test|sample|generated)\.ts$/.test(file),
);
