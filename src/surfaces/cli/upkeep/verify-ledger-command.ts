import { asJson, type Command } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import { serviceEnvironment } from '../connection/local-settings.ts';
import { print } from '../print.ts';
import { asSentence, interruption } from './embedded-only.ts';

export const verifyLedgerCommand: Command = {
  name: 'verify-ledger',
  operands: '',
  operandsMin: 0,
  operandsMax: 0,
  summary: 'prove the whole credit ledger from nothing',
  about: [
    'Every night the service proves what is new in the ledger, and a part of the accounts from nothing. This reads every row, at any load: it also finds rows that were changed after they were proved. It can be stopped and continues next time with the accounts it was at.',
    'It prints each mismatch: the account, the lot, what differs, the value in the ledger and the one in the books. The exit code is 1 if there is one. docs/guide/credits.md says what to do.',
  ],
  options: [
    {
      name: 'accept',
      help: 'let the nightly proof continue from the rows as they are now; after you corrected the ledger yourself',
    },
    asJson,
  ],
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
    if (json) print(`${JSON.stringify({ ok: found.length === 0, mismatches: found }, null, 2)}\n`);
    else {
      const lines = found.map(
        ({ account, lot, what, ledger, books }) =>
          `  account ${account}${lot === null ? '' : `, lot ${lot}`}: ${what}, ledger ${ledger}, books ${books}\n`,
      );
      print(`\n${lines.join('') || '  The ledger matches the books.\n'}\n`);
    }
    return found.length === 0 ? exitCodes.done : exitCodes.failed;
  },
};
