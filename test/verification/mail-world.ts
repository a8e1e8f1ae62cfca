import { checkDue } from '#domains/verification/background/check-due.ts';
import { expireVerdicts } from '#domains/verification/background/expire-verdicts.ts';
import { runJob } from '#test/support/jobs.ts';
import { openScriptedSmtp, type SmtpScript } from '#test/support/outgoing/scripted-smtp.ts';
import { openStandInDns } from '#test/support/outgoing/stand-in-dns.ts';
import { testService } from '#test/support/service.ts';
import { withSettings } from '#test/support/settings.ts';

/** A service that checks emails, and one domain for each script, named after it: `mira@dead.example` is asked of `dead`. */
export async function openMailWorld(scripts: Readonly<Record<string, SmtpScript>>) {
  await using stack = new AsyncDisposableStack();
  const servers = new Map<string, Awaited<ReturnType<typeof openScriptedSmtp>>>();
  for (const [name, script] of Object.entries(scripts))
    servers.set(name, stack.use(await openScriptedSmtp(script)));
  const hosts = [...servers].map(([name, { port }]) => [`mx.${name}.example`, port] as const);
  const zones = Object.fromEntries(
    [...servers.keys()].map((name) => [
      `${name}.example`,
      { mx: [{ exchange: `mx.${name}.example`, priority: 10 }] },
    ]),
  );
  const service = await testService({
    environment: {
      VENDOR_STAND_INS: 'on',
      MAIL_STAND_INS: hosts.map(([host, port]) => `${host}=${port}`).join(),
    },
    outgoing: { resolver: openStandInDns(zones), limits: { spacingMs: 0 } },
  });
  stack.use(service);
  await withSettings(service, {
    verification_on: true,
    verification_helo: 'check.contacts.example',
    verification_sender: 'check@contacts.example',
  });
  const owned = stack.move();
  return {
    service,
    commandsAt: (name: string) => servers.get(name)!.commands,
    connectionsTo: (name: string) => servers.get(name)!.connections,
    /** Checks everything that is due. */
    checkAll: () => runJob(service, checkDue),
    expire: () => runJob(service, expireVerdicts),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
