import { asJson, command } from '../command.ts';
import { exitCodes } from '../command-failed.ts';
import { show } from '../terminal.ts';
import { counted, durationText, minuteText, wrapped } from '../words.ts';
import { asSentence, embeddedPlace, interruption, terminalLog } from './embedded-only.ts';

export const restoreCommand = command({
  name: 'restore',
  operands: 'FILE',
  summary: 'bring a backup back into an empty DATA_DIR, and check it',
  about: [
    'It compares every file with the list that PostgreSQL made of it, starts the database once, and reconciles the credits of every account. DATA_DIR must be empty or absent: nothing is ever overwritten.',
    'The release must be the one that made the backup or a newer one.',
  ],
  options: { json: asJson },
  examples: ['restore contactry-2026-11-23T041500Z.tar.zst'],

  async run([file = ''], { json }) {
    const place = embeddedPlace('pg_restore');
    const { dataDir } = place;
    const startedMs = performance.now();
    const signal = interruption();
    const { restoreBackup } = await import('#app/backup/restore-backup.ts');
    const restored = await restoreBackup({ ...place, file, signal, log: terminalLog }).catch(
      asSentence(signal, 'Stopped. Nothing was restored.'),
    );
    const took = durationText(performance.now() - startedMs);
    show({ data_dir: dataDir, ...restored }, json, () => restoredText(dataDir, took, restored));
    return restored.mismatches > 0 || restored.pepperFits === false ? exitCodes.failed : exitCodes.done;
  },
});

type Restored = Awaited<ReturnType<typeof import('#app/backup/restore-backup.ts')['restoreBackup']>>;

function restoredText(
  dataDir: string,
  took: string,
  { facts, accounts, mismatches, pepperFits }: Restored,
): string {
  const ledger =
    mismatches === 0
      ? `The credits of ${counted(accounts, 'account')} balance.`
      : `The credits of ${counted(mismatches, 'account')} do not balance. Look at the ledger before you let customers in (docs/guide/credits.md).`;
  const sentences = [
    `The backup of ${minuteText(facts.made_at)} is in ${dataDir}, after ${took}. ${ledger}`,
    pepperTexts[String(pepperFits) as keyof typeof pepperTexts],
    'Everything since the backup is gone, also what people opted out of. docs/guide/backup.md says what to do before customers come.',
  ];
  return sentences
    .flatMap((each) => wrapped(each, 76))
    .map((line) => `  ${line}\n`)
    .join('');
}

const pepperTexts = {
  true: 'The suppression pepper fits.',
  false:
    'The suppression pepper in it does not fit the database, so the service will refuse to start. Find the secrets.json of that database.',
  null: 'The backup has no pepper. Put the secrets.json of that database into DATA_DIR, or set SUPPRESSION_PEPPER, before you start the service.',
};
