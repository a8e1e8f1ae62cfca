import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Sample } from './sample.ts';

const domains = join(import.meta.dirname, '../../src/domains');

/** Every sample by the id of its operation, which follows from the file's name. */
export const samples: ReadonlyMap<string, Sample> = new Map(
  await Promise.all(
    globSync('**/*.sample.ts', { cwd: domains }).map(async (file): Promise<[string, Sample]> => {
      const [domain] = file.split(/[/\\]/);
      const module = (await import(join(domains, file))) as { default: Sample };
      return [`${domain}.${basename(file, '.sample.ts')}`, module.default];
    }),
  ),
);
