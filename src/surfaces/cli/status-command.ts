import { type ApiClient, clientFor, problemText } from './api-client.ts';
import { CommandFailed, exitCodes } from './command-failed.ts';
import type { ImportReport } from './import-summary.ts';
import type { Options } from './read-arguments.ts';
import { grouped } from './words.ts';

interface ServiceStatus {
  status: string;
  components: { name: string; status: string }[];
}

interface Stats {
  profiles: number;
  with_email: number;
  with_phone: number;
  networks: { network: string; profiles: number; with_email: number; with_phone: number }[];
  last_import: ImportReport | null;
}

/** `contactry status`: whether the service runs, and what its directory holds. */
export async function runStatus(options: Options): Promise<number> {
  const client = await clientFor(options);
  const status = await ask<ServiceStatus>(client, '/api/v1/status');
  const stats = await ask<Stats>(client, '/api/v1/admin/directory/stats');
  process.stdout.write(`\n${statusText(client.url, status, stats)}\n`);
  return status.status === 'down' ? exitCodes.failed : exitCodes.done;
}

async function ask<Body>(client: ApiClient, path: string): Promise<Body> {
  const { status, body } = await client.get<Body>(path);
  if (status !== 200) throw new CommandFailed(problemText(body, status));
  return body;
}

export function statusText(url: string, service: ServiceStatus, stats: Stats): string {
  const lines = [
    `${url} is ${service.status}.`,
    ...service.components.map(({ name, status }) => `  ${name.padEnd(12)} ${status}`),
    '',
    ...directoryLines(stats),
  ];
  return lines
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')
    .concat('\n');
}

function directoryLines({ profiles, with_email, with_phone, networks, last_import: last }: Stats): string[] {
  if (profiles === 0) return ['The directory is empty. Load contacts with: npx contactry import FILE'];
  const rows = [
    ...networks.map((each) => [each.network, each.profiles, each.with_email, each.with_phone]),
    ['together', profiles, with_email, with_phone],
  ];
  const header = ['network', 'profiles', 'with e-mail', 'with phone'];
  return [
    'The directory',
    ...aligned(header, rows).map((line) => `  ${line}`),
    ...(last ? ['', lastLine(last)] : []),
  ];
}

/** A table whose headings stand over the ends of their numbers. */
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

const lastLine = ({ file_name, status, started_at, accepted, rejected }: ImportReport) =>
  `Last import: ${file_name || 'unnamed'}, ${status}, ${started_at.slice(0, 16).replace('T', ' ')} UTC, ` +
  `${grouped(accepted)} accepted, ${grouped(rejected)} rejected`;
