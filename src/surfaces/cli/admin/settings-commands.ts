import type { Client } from '#client';
import { actorOption, asJson, type Command, command, type Given } from '../command.ts';
import { notUnderstood } from '../command-failed.ts';
import { clientFor } from '../connection/client-for.ts';
import { show } from '../terminal.ts';
import { recordText } from './records.ts';

const options = {
  reason: { value: 'TEXT', help: 'for the audit log; required' },
  actor: actorOption,
  json: asJson,
};

/** Both send the version that they read, so that two operators don't overwrite each other. */
export const settingsCommands: readonly Command[] = [
  command({
    name: 'admin settings set',
    operands: 'NAME=VALUE…',
    summary: 'change settings, all of them together',
    about: [
      'VALUE is JSON, such as 30, true or ["github"]; anything else is text. "default" returns a setting to its default. It applies on every process within a second.',
    ],
    options,
    examples: ['admin settings set free_repeat_days=30 --reason "For a month"'],
    run(words, given) {
      const changes = Object.fromEntries(words.map(changeOf));
      return change(given, (client, read) =>
        client.call('PATCH /api/v1/admin/platform', { body: { changes, ...read } }),
      );
    },
  }),
  command({
    name: 'admin settings rollback',
    operands: 'VERSION',
    summary: 'return all settings to a former version',
    about: [
      '"admin settings history" lists the versions; 0 is the defaults. A rollback makes a new version, so it can be undone.',
    ],
    options,
    examples: ['admin settings rollback 0 --reason "Back to the defaults"'],
    run([text = ''], given) {
      if (!/^\d{1,15}$/.test(text)) throw notUnderstood(`'${text}' is not a version. It is a whole number.`);
      const version = Number(text);
      return change(given, (client, read) =>
        client.call('POST /api/v1/admin/platform/rollback', { body: { version, ...read } }),
      );
    },
  }),
];

async function change(
  given: Given<typeof options>,
  send: (client: Client, read: { reason: string; expected_version: number }) => Promise<object>,
): Promise<undefined> {
  const { reason } = given;
  if (!reason) throw notUnderstood('Set --reason: for the audit log.');
  const client = await clientFor(given);
  const { version } = await client.call('GET /api/v1/admin/platform', { query: { limit: 1 } });
  const answer = await send(client, { reason, expected_version: version });
  show(answer, given.json, () => recordText(answer as Record<string, unknown>));
}

function changeOf(word: string): [string, unknown] {
  const at = word.indexOf('=');
  if (at < 1) throw notUnderstood(`'${word}' has no value. Write NAME=VALUE.`);
  const [name, text] = [word.slice(0, at), word.slice(at + 1)];
  if (text === 'default') return [name, null];
  try {
    return [name, JSON.parse(text)];
  } catch {
    return [name, text];
  }
}
