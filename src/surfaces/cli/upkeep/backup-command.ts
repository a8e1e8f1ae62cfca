import { asJson, command, programName } from '../command.ts';
import { exitCodes, notUnderstood } from '../command-failed.ts';
import { print, printable } from '../terminal.ts';
import { bytesText, durationText } from '../words.ts';
import { asSentence, embeddedPlace, interruption, terminalLog } from './embedded-only.ts';

export const backupCommand = command({
  name: 'backup',
  operands: '[FILE]',
  summary: 'write the embedded database and its secrets into one file',
  about: [
    'Works while the service runs, at any load, and while it is stopped. FILE defaults to contactry-DATE.tar.zst in this folder; - is standard output. The file can be read by you alone. It is not encrypted: docs/guide/backup.md shows how.',
    'Run it as the user who runs the service, on the same machine. With DATABASE_URL, use pg_dump.',
  ],
  options: {
    'without-secrets': { help: 'leave secrets.json out; a restore then needs it from elsewhere' },
    json: asJson,
  },
  examples: ['backup', 'backup /mnt/backup/contactry.tar.zst', 'backup - > contactry.tar.zst'],

  async run([given], options) {
    const place = embeddedPlace('pg_dump');
    const file = given ?? `contactry-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.zst`;
    if (file === '-' && (process.stdout.isTTY || options.json)) {
      throw notUnderstood('With -, standard output is the backup. Send it into a file or a pipe.');
    }
    // The reader of standard output may leave early, and half a backup is none.
    process.exitCode = exitCodes.failed;
    const startedMs = performance.now();
    const signal = interruption();
    const { makeBackup } = await import('#app/backup/make-backup.ts');
    const made = await makeBackup({
      ...place,
      file,
      withSecrets: !options['without-secrets'],
      signal,
      log: terminalLog,
    }).catch(asSentence(signal, 'Stopped. Nothing was kept of the backup.'));
    if (options.json) print(`${JSON.stringify({ file, ...made }, null, 2)}\n`);
    else {
      const took = durationText(performance.now() - startedMs);
      const text = `\n  ${file === '-' ? 'The backup' : file}: ${bytesText(made.bytes)} in ${took}\n  SHA-256 ${made.sha256}\n\n${secretsText(made.facts.secrets)}\n`;
      if (file === '-') process.stderr.write(printable(text));
      else print(text);
    }
  },
});

function secretsText(secrets: string[]): string {
  if (!secrets.includes('suppression_pepper')) {
    return '  The suppression pepper is not in it. Keep it elsewhere: without it, the backup is worth little.\n';
  }
  return `  It contains the secrets. Encrypt it before it leaves this machine.\n  Bring it back with: ${programName} restore FILE\n`;
}
