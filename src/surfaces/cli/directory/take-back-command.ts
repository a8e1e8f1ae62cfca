import { type Command, confirmation } from '../command.ts';
import { exitCodes } from '../command-failed.ts';
import { confirm } from '../confirm.ts';
import { clientFor } from '../connection/client-for.ts';
import { print } from '../print.ts';
import { counted } from '../words.ts';
import { removedText } from './removed.ts';

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
    const path = { import_id: id };
    const { file_name, accepted } = await client.call('GET /api/v1/admin/directory/imports/{import_id}', {
      path,
    });
    const name = file_name || 'an unnamed file';
    await confirm(`Undo the import of ${name} with ${counted(accepted, 'accepted row')}?`, options);
    const removed = await client.call('DELETE /api/v1/admin/directory/imports/{import_id}', { path });
    print(`\n  The import of ${name} was undone: ${removedText(removed)}\n\n`);
    return exitCodes.done;
  },
};
