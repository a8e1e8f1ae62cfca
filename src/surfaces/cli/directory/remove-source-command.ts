import { type Command, confirmation, programName } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import { confirm } from '../confirm.ts';
import { clientFor } from '../connection/client-for.ts';
import { print } from '../print.ts';
import { removedText } from './removed.ts';

export const removeSourceCommand: Command = {
  name: 'remove-source',
  operands: 'SOURCE',
  operandsMin: 1,
  operandsMax: 1,
  summary: 'remove a source, and values that have no other source',
  about: [
    "SOURCE is the text in a file's source column, or the --source of an import. A profile left without email, phone and link is deleted. This scans the whole directory; if it is interrupted, run it again.",
  ],
  options: [confirmation],
  examples: ['remove-source "members 2026"'],

  async run([source = ''], options) {
    const client = await clientFor(options);
    await confirm(`Remove everything whose only source is "${source}"?`, options);
    const removed = await client.call('DELETE /api/v1/admin/directory/sources/{source}', {
      path: { source },
    });
    if (removed.profiles_removed + removed.profiles_changed === 0)
      throw new CommandFailed(
        `Nothing in the directory has the source "${source}". "${programName} profile" shows the names, which must match exactly.`,
      );
    print(`\n  Source "${source}": ${removedText(removed)}\n\n`);
    return exitCodes.done;
  },
};
