import type { Finding } from '#values/email-finding.ts';

/** How long after a paid lookup its emails can be reported. */
export const reportDays = 30;
export const triesMax = 3;
/** Given back in any case, so that a new customer isn't refused for having bought little. */
const alwaysCredited = 5;

export type Judgement = 'credit' | 'still_valid' | 'not_confirmed' | 'later';

/**
 * Decides a report by the check of its email. A domain that accepts every name proves nothing, so the customer's word counts there, and so it does for
 * a full mailbox. Where the check gives no answer, it is repeated.
 */
export function judgeReport(finding: Finding | undefined, tries: number): Judgement {
  const { verdict, reason } = finding ?? { verdict: 'unknown', reason: 'unclear' };
  if (verdict === 'invalid' || verdict === 'catch_all' || reason === 'mailbox_full') return 'credit';
  if (verdict === 'valid' || reason === 'role_address') return 'still_valid';
  return tries + 1 < triesMax ? 'later' : 'not_confirmed';
}

/** Whether an account may get another credit back. */
export const isWithinLimit = (credited: number, paid: number, percent: number): boolean =>
  credited < Math.max(alwaysCredited, Math.floor((paid * percent) / 100));

/** Whether an operator should look: most of what could be given back was, or most reports were wrong. */
export const isUnusual = (
  { credited, declined, paid }: { credited: number; declined: number; paid: number },
  percent: number,
): boolean =>
  (credited > alwaysCredited && credited * 2 > Math.max(alwaysCredited, (paid * percent) / 100)) ||
  (declined >= 20 && declined > credited);
