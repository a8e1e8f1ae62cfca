import { asJson, type Command } from '../command.ts';
import { exitCodes } from '../command-failed.ts';
import { clientFor } from '../connection/client-for.ts';
import { print } from '../print.ts';
import { storedProfileText } from './stored-profile.ts';

export const profileCommand: Command = {
  name: 'profile',
  operands: 'PROFILE_URL',
  operandsMin: 1,
  operandsMax: 1,
  summary: 'show a stored profile, and which import each value came from',
  about: ['Works for suppressed people too. It is free and leaves an audit entry.'],
  options: [asJson],
  examples: ['profile linkedin.com/in/asha-example'],

  async run([url = ''], options) {
    const client = await clientFor(options);
    const query = { profile_url: url };
    const found = await client.call('GET /api/v1/admin/directory/profile', { query });
    print(options.json ? `${JSON.stringify(found, null, 2)}\n` : `\n${storedProfileText(found)}\n`);
    return exitCodes.done;
  },
};
