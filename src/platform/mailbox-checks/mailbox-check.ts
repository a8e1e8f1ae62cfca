import type { Finding } from '#values/email-finding.ts';

/** Checks one mailbox. Takes a normalized address. Never throws: what fails is `unknown`. */
export interface MailboxCheck {
  id: string;
  check(address: string, signal: AbortSignal): Promise<Finding>;
}
