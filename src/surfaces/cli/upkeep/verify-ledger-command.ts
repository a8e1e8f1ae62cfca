import { asJson, command } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import { serviceEnvironment } from '../connection/local-settings.ts';
import { show } from '../terminal.ts';
import { asSentence, interruption } from './embedded-only.ts';

export const verifyLedgerCommand = command({
  name: 'verify-ledger',
  summary: 'prove the whole credit ledger',
  about: [
    'Every night the service proves new ledger rows, and some of the accounts in full. This command reads every row and also finds rows that were changed after they were proved. It can run at any load. If you stop it, the next run continues where it stopped.',
    'It prints each mismatch: the account, the lot, what differs, the value in the ledger and the value in the books. The exit code is 1 if there is a mismatch. docs/guide/credits.md says what to do.',
  ],
  options: {
    accept: {
      help: 'make the current rows the baseline of the nightly proof, after you corrected the ledger',
    },
    json: asJson,
  },
  examples: ['verify-ledger', 'verify-ledger --json'],

  async run(_, { json, accept }) {
    const signal = interruption();
    const { proveLedger } = await import('#app/doctor/prove-ledger.ts');
    const found = await proveLedger(serviceEnvironment(), { accept: Boolean(accept), signal }).catch(
      (error) => {
        if (error instanceof CommandFailed) throw error;
        return asSentence(signal, 'Stopped. Run it again to continue.')(error as Error);
      },
    );
    show({ ok: found.length === 0, mismatches: found }, json, ({ mismatches }) => {
      const lines = mismatches.map(
        ({ account, lot, what, ledger, books }) =>
          `  account ${account}${lot === null ? '' : `, lot ${lot}`}: ${what}, ledger ${ledger}, books ${books}\n`,
      );
      return lines.join('') || '  The ledger matches the books.\n';
    });
    return found.length === 0 ? exitCodes.done : exitCodes.failed;
  },
});
