import type { MailboxCheck } from '#platform/mailbox-checks/mailbox-check.ts';
import type { Finding } from '#values/email-finding.ts';
import { judgeAddress, judgeFinding } from '../rules.ts';

/** An email of a profile. */
export interface EmailOf {
  hash: string;
  address: string;
}

export interface Checked extends EmailOf {
  key: string;
  finding: Finding;
}

export interface VerifierOptions {
  smtp: MailboxCheck;
  /** Asked about what our own check can't say. Null without one, and while its money is used up. */
  vendor: () => MailboxCheck | null;
  usesStandIns: boolean;
}

/** Checks an email by its form, by DNS, by SMTP and perhaps by a vendor. Never throws. */
export type Verify = (address: string, signal: AbortSignal) => Promise<Finding>;

export function openVerify({ smtp, vendor, usesStandIns }: VerifierOptions): Verify {
  return async (address, signal) => {
    const judged = judgeAddress(address, usesStandIns);
    if (judged) return judged;
    const own = await smtp.check(address, signal);
    // A server that wants a second try gets it: a vendor would have to wait as well.
    const takesOver = own.verdict === 'unknown' && own.reason !== 'deferred' && !signal.aborted;
    const other = takesOver ? vendor() : null;
    const asked = await other?.check(address, signal);
    return judgeFinding(
      address,
      asked && asked.verdict !== 'unknown' ? { ...asked, toldBy: other!.id } : own,
    );
  };
}
