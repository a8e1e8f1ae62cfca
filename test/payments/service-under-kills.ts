import { minuteMs } from '#core/clock.ts';
import { openRazorpayStandIn, type RazorpayStandIn } from '#dev/stand-ins/razorpay/open-stand-in.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { openProgram, type Program } from '../support/program.ts';
import { type TestService, testService } from '../support/service.ts';

/** The service in one process or two, with a stand-in for Razorpay. */
export interface ServiceUnderKills extends AsyncDisposable {
  database: TestDatabase;
  razorpay: RazorpayStandIn;
  /** Those that are killed, by role. */
  programs: Readonly<Record<string, Program>>;
  /** The one that takes requests. */
  api: Pick<Program, 'call'>;
  /** Another process of the service, ten minutes ahead, so that nothing is too young to be repaired. */
  night: TestService;
}

export async function openServiceUnderKills({ isSplit }: { isSplit: boolean }): Promise<ServiceUnderKills> {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await testDatabase());
  const razorpay = opening.use(await openRazorpayStandIn());
  razorpay.webhook.settings.held = true;
  const environment = {
    ...razorpay.environment,
    // Each buyer has an address, so that limits by address are not those of all of them together.
    TRUSTED_PROXIES: '127.0.0.1',
    VENDOR_STAND_INS: 'on',
    SAMPLE_INVOICES: 'on',
  };
  const program = (role: Record<string, string>) =>
    opening.use(openProgram({ ...environment, DATABASE_URL: database.url, ...role }));
  const programs: Record<string, Program> = isSplit
    ? // A worker tells in its log that it is ready.
      {
        api: program({ ROLE: 'api', LOG_LEVEL: 'silent' }),
        worker: program({ ROLE: 'worker', LOG_LEVEL: 'info' }),
      }
    : { all: program({ LOG_LEVEL: 'silent' }) };
  await Promise.all(Object.values(programs).map((one) => one.start()));
  const clock = { now: () => new Date(Date.now() + 10 * minuteMs) };
  const night = opening.use(await testService({ database, environment, clock }));
  const open = opening.move();
  const api = (programs.api ?? programs.all)!;
  return { database, razorpay, programs, api, night, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
