import type { Command, OptionHelp, Options } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import { clientFor } from '../connection/client-for.ts';
import { print } from '../print.ts';
import { storedProfileText } from './stored-profile.ts';

const named: OptionHelp[] = [
  { name: 'email', value: 'ADDRESS', help: 'the value to change; give one of these three' },
  { name: 'phone', value: 'NUMBER', help: 'with + and country code' },
  { name: 'link', value: 'URL', help: 'a page or another profile' },
];
const reason: OptionHelp = { name: 'reason', value: 'TEXT', help: 'for the audit log; required' };
const shared = { operands: 'PROFILE_URL', operandsMin: 1, operandsMax: 1 };
const comesBack =
  'If a later import contains the old value, it comes back. Correct the file too, or suppress the value (docs/guide/privacy.md).';

export const changeValueCommand: Command = {
  ...shared,
  name: 'change-value',
  summary: 'replace one email, phone or link of a profile',
  about: ['The new value has the source "operator".', comesBack],
  options: [...named, { name: 'to', value: 'VALUE', help: 'the new value; required' }, reason],
  examples: [
    'change-value github.com/asha-example \\\n      --email tpyo@works.example --to typo@works.example --reason "a typo"',
  ],

  run([url = ''], options) {
    if (!options.to) throw new CommandFailed('Set the new value with --to.', exitCodes.usage);
    return changeProfile(url, options.to, options);
  },
};

export const removeValueCommand: Command = {
  ...shared,
  name: 'remove-value',
  summary: 'remove one email, phone or link of a profile',
  about: ['A profile left without any value is deleted.', comesBack],
  options: [...named, reason],
  examples: [
    'remove-value github.com/asha-example --phone "+44 7700 900123" \\\n      --reason "no longer theirs"',
  ],

  run: ([url = ''], options) => changeProfile(url, null, options),
};

async function changeProfile(url: string, replacement: string | null, options: Options): Promise<number> {
  const { email, phone, link, reason: why } = options;
  if ([email, phone, link].filter((value) => value !== undefined).length !== 1) {
    throw new CommandFailed('Give exactly one of --email, --phone and --link.', exitCodes.usage);
  }
  if (!why)
    throw new CommandFailed('Give a reason with --reason. It goes into the audit log.', exitCodes.usage);
  const client = await clientFor(options);
  const body = { profile_url: url, email, phone, link, replacement, reason: why };
  const found = await client.call('PATCH /api/v1/admin/directory/profile', { body });
  const isLeft = found !== null && 'profile' in found;
  print(
    isLeft
      ? `\n${storedProfileText(found)}\n`
      : '\n  The value was removed. It was the last one, so the profile was deleted.\n\n',
  );
  return exitCodes.done;
}
