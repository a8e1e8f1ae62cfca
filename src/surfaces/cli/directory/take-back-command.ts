import { type Command, confirmation } from '../command.ts';
import { exitCodes } from '../command-failed.ts';
import { confirm } from '../confirm.ts';
import { bodyOf } from '../connection/api-client.ts';
import { clientFor } from '../connection/client-for.ts';
import type { ImportReport } from '../import/import-summary.ts';
import { imports } from '../import/stored-import.ts';
import { print } from '../print.ts';
import { counted } from '../words.ts';
import { type Removed, removedText } from './removed.ts';

export const takeBackCommand: Command = {
  name: 'take-back',
  operands: 'IMPORT_ID',
  operandsMin: 1,
  operandsMax: 1,
  summary: 'undo an import: remove what only it contained',
  about: [
    'Values that other imports contained too stay, with their sources. Undoing takes about as long as importing did. If the command is interrupted, run it again to continue.',
  ],
  options: [confirmation],
  examples: ['take-back imp_8f3c', 'take-back imp_8f3c --yes'],

  async run([id = ''], options) {
    const client = await clientFor(options);
    const address = `${imports}/${encodeURIComponent(id)}`;
    const { file_name, accepted } = bodyOf(await client.get<ImportReport>(address));
    const name = file_name || 'an unnamed file';
    await confirm(`Undo the import of ${name} with ${counted(accepted, 'accepted row')}?`, options);
    const removed = bodyOf(await client.change<Removed>('DELETE', address));
    print(`\n  The import of ${name} was undone: ${removedText(removed)}\n\n`);
    return exitCodes.done;
  },
};
