import type { DnsZone } from '#test/support/outgoing/dns-server.ts';
import type { SmtpScript } from '#test/support/outgoing/scripted-smtp.ts';
import type { Reason, Verdict } from '#values/email-finding.ts';

/** One behaviour of a domain's name servers and mail servers, and the verdict on `mira@` there. */
export interface Behaviour {
  /** Its peculiarity, as a sentence. */
  is: string;
  says: [Verdict, Reason];
  /** The part before the @. */
  local?: string;
  /** Mail servers, in the order of their preference. Default: one without peculiarities. `library`: the package smtp-server. */
  servers?: (SmtpScript | 'library' | 'refuses_connections')[];
  /** The domain's records in place of an MX for each server. */
  dns?: DnsZone;
  /** Records of other names. */
  others?: Record<string, DnsZone>;
  /** The domain, where it isn't one of its own. */
  domain?: string;
  /** Reserved names count, as in production. */
  isReal?: true;
  /** The verdict on the first try, where a second one follows. */
  first?: [Verdict, Reason];
  /** The server never answers something, so waiting is short. */
  isSilent?: true;
}

export const refuses = (reply: string): SmtpScript => ({ rcpt: () => `${reply}\r\n` });
export const noSuch = '550 5.1.1 No such user\r\n';
export const takes = '250 OK\r\n';
export const knows = (known: string | null, unknown: string | null = noSuch): SmtpScript => ({
  rcpt: ({ isKnown }) => (isKnown ? known : unknown),
});
