import { setTimeout as pause } from 'node:timers/promises';
import { openStandIns } from '#dev/stand-ins/contact-sources/all-stand-ins.ts';
import { proveAll } from '#domains/credits/index.ts';
import { freePort } from '#platform/database/embedded/configuration.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { openMailWebhook } from '../support/mail-webhook.ts';
import { openProgram } from '../support/program.ts';
import type { Secrets } from './credentials.ts';
import { strays, unknownColumns } from './kept/may-hold.ts';
import { openLineCheck } from './kept/recognised.ts';
import { searchTables, textColumns } from './kept/search-tables.ts';

/** The program as `npm start` runs it, on a database of its own, with a stand-in on loopback for all it would call. */
export interface ServiceUnderFuzz extends AsyncDisposable {
  url: URL;
  secrets: Secrets;
  /** Texts that no answer may contain. */
  hidden: readonly string[];
  /** The line that was logged about a request, if it was an error. It comes by another way than the answer. */
  loggedAbout(requestId: string | undefined): Promise<string | null>;
  /** Processor time that the program has used so far, in all its threads. */
  cpuMs(): Promise<number>;
  /** Whether the program has exited without being stopped. */
  isGone(): boolean;
  /** Stops it and returns its faults: that it had died, that its ledger doesn't reconcile, or what it has kept where it should not. */
  end(): Promise<string[]>;
}

const logMs = 50;
const heapMegabytes = 256;
const [admin, internal, pepper] = ['admin', 'internal', 'pepper'].map(
  (name) => `fuzz-${name}-secret-0123456789`,
);
const secrets: Secrets = { 'x-admin-secret': admin!, 'x-internal-secret': internal! };

export async function openServiceUnderFuzz(): Promise<ServiceUnderFuzz> {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await testDatabase());
  const standIns = opening.use(await openStandIns());
  const mails = opening.use(await openMailWebhook());
  const port = await freePort();
  const logged = new Map<string, string>();
  const hidden = [admin!, internal!, pepper!, mails.secret, database.name];
  const lines = openLines([admin!, internal!, pepper!, mails.secret]);
  const program = openProgram(
    {
      ...standIns.environment,
      DATABASE_URL: database.url,
      VENDOR_STAND_INS: 'on',
      SOURCES: 'github,gitlab,prospeo',
      MAIL_WEBHOOK_URL: mails.url,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      MAIL_WEBHOOK_SECRET: mails.secret,
      ADMIN_SECRET: admin!,
      INTERNAL_SECRET: internal!,
      SUPPRESSION_PEPPER: pepper!,
      // Each customer has an address, so that limits by address are not those of all of them together.
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'debug',
    },
    {
      nodeOptions: [`--max-old-space-size=${heapMegabytes}`],
      onLine(line) {
        lines.read(line);
        const [, requestId] = isFault.exec(line) ?? [];
        if (requestId) logged.set(requestId, line);
      },
    },
  );
  opening.use(program);
  await program.start();
  const open = opening.move();
  return {
    url: new URL(program.url()),
    secrets,
    hidden,
    async loggedAbout(requestId) {
      await pause(logMs);
      return logged.get(requestId ?? '') ?? null;
    },
    async cpuMs() {
      const response = await program.call('/metrics', { headers: secrets });
      return 1000 * Number(/^process_cpu_seconds_total (\S+)/m.exec(await response.text())?.[1]);
    },
    isGone: () => program.isGone(),
    async end() {
      const exitCode = await program.stop();
      const mismatches = (await Array.fromAsync(proveAll(database.db))).flatMap((each) => each.mismatches);
      return [
        ...(exitCode === 0 ? [] : [`the program ended with ${exitCode ?? 'a signal'}`]),
        ...mismatches.map((mismatch) => `the ledger does not prove: ${JSON.stringify(mismatch)}`),
        ...lines.faults(),
        ...(await faultsInTables(database.pool, [admin!, internal!, pepper!, mails.secret])),
      ];
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** A line of the level `warn` or above. */
const isFault = /^\{"level":[456]0,.*"requestId":"([^"]+)"/;
const linesShownMax = 20;

/** Looks into every line of the log. */
function openLines(secrets: readonly string[]) {
  const faultOf = openLineCheck(secrets);
  const found: string[] = [];
  return {
    read(line: string): void {
      const what = faultOf(line);
      if (what !== null && found.length < linesShownMax)
        found.push(`the log has ${what}: ${line.slice(0, 600)}`);
    },
    faults: (): readonly string[] => found,
  };
}

async function faultsInTables(pool: TestDatabase['pool'], secrets: readonly string[]): Promise<string[]> {
  const found = await searchTables(pool, secrets);
  return [
    ...strays(found).map(({ table, name, what, rows }) => `${table}.${name} has ${what}, in ${rows} rows`),
    ...unknownColumns(await textColumns(pool)).map((column) => `${column} is listed and doesn't exist`),
  ];
}
