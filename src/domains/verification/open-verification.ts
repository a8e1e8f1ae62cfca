import type { OpenDomain, Platform } from '#core/domain.ts';
import { hashedName } from '#domains/suppression/index.ts';
import { openVendorChecks } from '#platform/mailbox-checks/all-vendors.ts';
import type { MailboxCheck } from '#platform/mailbox-checks/mailbox-check.ts';
import { openSmtpCheck } from '#platform/mailbox-checks/smtp/smtp-check.ts';
import { found } from '#values/email-finding.ts';
import { openBudget } from './background/budget.ts';
import { openVerifying, Verifier } from './checking/check-people.ts';
import { openVerify } from './checking/verifier.ts';

/** Opens the checks of this installation: our own, and those of vendors. */
export function openVerification({ ports, outgoing, config, clock }: Platform): OpenDomain {
  const { db, settings, suppressionPepper } = ports;
  const budget = openBudget(db, () => settings.current().verification_per_hour);
  const vendors = openVendorChecks(outgoing, config);
  const smtp = openSmtpCheck({
    outgoing,
    introduction() {
      const { verification_helo: helo, verification_sender: sender } = settings.current();
      return helo === '' || sender === '' ? null : { helo, sender };
    },
    nobodyAt: (domain) => hashedName(suppressionPepper, 'nobody', domain).replaceAll('-', '').slice(0, 20),
    mayAsk: budget.mayAsk,
    onAsked: budget.note,
  });
  const vendor = (): MailboxCheck | null => {
    const id = settings.current().verification_vendor;
    const chosen = id === null ? undefined : vendors.get(id);
    return chosen ? withinBudget(chosen, budget.mayAsk) : null;
  };
  const verify = openVerify({ smtp, vendor, usesStandIns: config.MAIL_STAND_INS.size > 0 });
  const verifying = openVerifying({ db, ports, verify, settings, now: () => clock.now() });
  return { ports: [Verifier.opened(verifying)] };
}

const withinBudget = (
  { id, check }: MailboxCheck,
  mayAsk: (host: string) => Promise<boolean>,
): MailboxCheck => ({
  id,
  check: async (address, signal) =>
    (await mayAsk(id)) ? check(address, signal) : found('unknown', 'deferred', { retryAfterMs: null }),
});
