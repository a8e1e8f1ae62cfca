import { type Answer, InvalidSecretError } from '#client';
import { type Command, type Options, programName } from './command.ts';
import { exitCodes } from './command-failed.ts';
import { NoSecret } from './connection/admin-secret.ts';
import { clientFor, findService, type ServiceStatus } from './connection/client-for.ts';
import { refusalText } from './connection/connection-faults.ts';
import { print } from './print.ts';
import { grouped, minuteText, wrapped } from './words.ts';

type Stats = Answer<'GET /api/v1/admin/directory/stats'>;

export const statusCommand: Command = {
  name: 'status',
  operands: '',
  operandsMin: 0,
  operandsMax: 0,
  summary: 'show whether the service is up and what its directory contains',
  about: ['Without the admin secret it shows only whether the service is up.'],
  options: [],
  examples: ['status', 'status --url https://contacts.example.com'],

  async run(_, options) {
    const { url, status } = await findService(options);
    const stats = await statsOrReason(options);
    print(`\n${statusText(url, status, stats)}\n`);
    return status.status === 'down' || stats instanceof InvalidSecretError
      ? exitCodes.failed
      : exitCodes.done;
  },
};

/** The contents of the directory, or why they aren't shown. */
async function statsOrReason(options: Options): Promise<Stats | NoSecret | InvalidSecretError> {
  try {
    const client = await clientFor(options);
    return await client.call('GET /api/v1/admin/directory/stats');
  } catch (error) {
    if (error instanceof NoSecret || error instanceof InvalidSecretError) return error;
    throw error;
  }
}

function statusText(
  url: string,
  service: ServiceStatus,
  stats: Stats | NoSecret | InvalidSecretError,
): string {
  const width = Math.max(...service.components.map(({ name }) => name.length));
  const lines = [
    `${url} is ${service.status}.`,
    ...service.components.map(({ name, status }) => `  ${name.padEnd(width)}   ${status}`),
    '',
    ...(stats instanceof Error
      ? wrapped(`The contents of the directory are not shown. ${reasonText(stats)}`, 76)
      : directoryLines(stats)),
  ];
  return lines
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')
    .concat('\n');
}

const reasonText = (error: NoSecret | InvalidSecretError): string =>
  error instanceof NoSecret ? error.message : refusalText(error);

function directoryLines({ profiles, with_email, with_phone, networks, last_import: last }: Stats): string[] {
  if (profiles === 0) return [`The directory is empty. Load contacts with: ${programName} import FILE`];
  const rows = [
    ...networks.map((each) => [each.network, each.profiles, each.with_email, each.with_phone]),
    ['together', profiles, with_email, with_phone],
  ];
  const header = ['network', 'profiles', 'with email', 'with phone'];
  return [
    'The directory',
    ...aligned(header, rows).map((line) => `  ${line}`),
    ...(last ? ['', ...lastLines(last)] : []),
  ];
}

/** A table with headings aligned to its numbers. */
function aligned(header: string[], rows: (string | number)[][]): string[] {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => shown(row[column]!).length)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('   ');
  return [line(header), ...rows.map((row) => line(row.map(shown)))];
}

const shown = (cell: string | number) => (typeof cell === 'number' ? grouped(cell) : cell);

const lastLines = ({
  file_name,
  status,
  started_at,
  accepted,
  rejected,
}: NonNullable<Stats['last_import']>) => [
  `Last import: ${file_name || 'unnamed'}, ${status.replace('_', ' ')}, ${minuteText(started_at)}`,
  `  ${grouped(accepted)} accepted, ${grouped(rejected)} rejected`,
];
