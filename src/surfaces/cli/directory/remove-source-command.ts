import { type Command, confirmation } from '../command.ts';
import { exitCodes } from '../command-failed.ts';
import { confirm } from '../confirm.ts';
import { bodyOf } from '../connection/api-client.ts';
import { clientFor } from '../connection/client-for.ts';
import { type Removed, removedText } from './removed.ts';

export const removeSourceCommand: Command = {
  name: 'remove-source',
  operands: 'SOURCE',
  operandsMin: 1,
  operandsMax: 1,
  summary: 'remove every sighting of one source, and values that have no other',
  about: [
    'SOURCE is what a file said in its source column, or what --source said. A profile without an e-mail, phone or link left goes. The whole directory is looked through; if the command breaks off, run it again.',
  ],
  options: [confirmation],
  examples: ['remove-source "members 2026"'],

  async run([source = ''], options) {
    const client = await clientFor(options);
    await confirm(`Remove everything that has no source but "${source}"?`, options);
    const address = `/api/v1/admin/directory/sources/${encodeURIComponent(source)}`;
    const removed = bodyOf(await client.change<Removed>('DELETE', address));
    process.stdout.write(`\n  Source "${source}": ${removedText(removed)}\n\n`);
    return exitCodes.done;
  },
};
