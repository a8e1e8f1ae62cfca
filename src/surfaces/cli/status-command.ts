import { type Answer, InvalidSecretError } from '#client';
import { command, type Given, programName } from './command.ts';
import { exitCodes } from './command-failed.ts';
import { clientFor, findService, NoSecret, type ServiceStatus } from './connection/client-for.ts';
import { refusalText } from './connection/connection-faults.ts';
import { print } from './terminal.ts';
import { grouped, minuteText, table, wrapped } from './words.ts';

type Stats = Answer<'GET /api/v1/admin/directory/stats'>;

export const statusCommand = command({
  name: 'status',
  summary: 'show whether the service is up and what its directory contains',
  about: ['Without the admin secret it shows only whether the service is up.'],
  options: {},
  examples: ['status', 'status --url https://contacts.example.com'],

  async run(_, options) {
    const { url, status } = await findService(options);
    const stats = await statsOrReason(options);
    print(`\n${statusText(url, status, stats)}\n`);
    return status.status === 'down' || stats instanceof InvalidSecretError
      ? exitCodes.failed
      : exitCodes.done;
  },
});

/** The contents of the directory, or why they aren't shown. */
async function statsOrReason(options: Given): Promise<Stats | NoSecret | InvalidSecretError> {
  try {
    const client = await clientFor(options);
    return await client.call('GET /api/v1/admin/directory/stats');
  } catch (error) {
    if (error instanceof NoSecret || error instanceof InvalidSecretError) return error;
    throw error;
  }
}

function statusText(url: string, service: ServiceStatus, stats: Stats | NoSecret | InvalidSecretError) {
  const lines = [
    `${url} is ${service.status}.`,
    ...table(service.components.map(({ name, status }) => [name, status])).map((row) => `  ${row}`),
    '',
    ...(stats instanceof Error
      ? wrapped(`The contents of the directory are not shown. ${reasonText(stats)}`, 76)
      : directoryLines(stats)),
  ];
  return lines.map((line) => `  ${line}`.trimEnd().concat('\n')).join('');
}

const reasonText = (error: NoSecret | InvalidSecretError): string =>
  error instanceof NoSecret ? error.message : refusalText(error);

function directoryLines({ profiles, with_email, with_phone, networks, last_import: last }: Stats): string[] {
  if (profiles === 0) return [`The directory is empty. Load contacts with: ${programName} import FILE`];
  const rows = [
    ['network', 'profiles', 'with email', 'with phone'],
    ...networks.map((each) => [each.network, each.profiles, each.with_email, each.with_phone]),
    ['together', profiles, with_email, with_phone],
  ];
  return [
    'The directory',
    ...table(rows).map((row) => `  ${row}`),
    ...(last
      ? [
          '',
          `Last import: ${last.file_name || 'unnamed'}, ${last.status.replace('_', ' ')}, ${minuteText(last.started_at)}`,
          `  ${grouped(last.accepted)} accepted, ${grouped(last.rejected)} rejected`,
        ]
      : []),
  ];
}
