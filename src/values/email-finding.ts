/**
 * The result of a check of an email. `valid`: the server takes mail for this mailbox and refuses it for others. `catch_all`: it takes mail
 * for every name. `risky`: it takes mail, but perhaps not for long or not for a person. `unknown`: the check gave no answer.
 */
export const verdicts = ['valid', 'catch_all', 'risky', 'unknown', 'invalid'] as const;
export type Verdict = (typeof verdicts)[number];

/** Why, in one word. It names no address. */
export const reasons = [
  'accepted',
  'catch_all',
  'no_mailbox',
  'mailbox_full',
  'role_address',
  'disposable',
  'bad_syntax',
  'reserved_domain',
  'no_domain',
  'null_mx',
  'no_mail_server',
  'bounced',
  'dns_failed',
  'unreachable',
  'not_public',
  'refused_us',
  'deferred',
  'needs_smtputf8',
  'protocol',
  'unclear',
  'no_smtp',
  'vendor_failed',
] as const;
export type Reason = (typeof reasons)[number];

export interface Finding {
  verdict: Verdict;
  reason: Reason;
  /** The mail server that was asked. */
  mx: string | null;
  /** The codes of its reply, such as `550 5.1.1`. Never its words, which may name the address. */
  reply: string | null;
  /** The server asks to come back after that long. */
  retryAfterMs: number | null;
  /** Whether a connection to a mail server was made; null if none was tried. */
  connected: boolean | null;
  /** `smtp`, a vendor, or `bounce`. */
  toldBy: string;
}

export const found = (verdict: Verdict, reason: Reason, more: Partial<Finding> = {}): Finding => ({
  ...{ verdict, reason, mx: null, reply: null, retryAfterMs: null, connected: null, toldBy: 'smtp' },
  ...more,
});
