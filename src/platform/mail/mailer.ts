/** A message to one person. Senders with their own templates use `template` and `values`; others use the rest. */
export interface Mail {
  /** The same for every delivery attempt. */
  id: string;
  to: string;
  template: string;
  values: Readonly<Record<string, string>>;
  subject: string;
  text: string;
  html: string;
  /** Where the reader switches mails of this type off, by a page and by RFC 8058. */
  unsubscribe?: string;
}

/**
 * `refused`: don't retry. `address_refused`: the same, and the address takes no other mail either. `deferred`: retry, this mail alone
 * was put off. `unreachable`: retry, although the message may have been accepted.
 */
export type Delivery = 'accepted' | 'refused' | 'address_refused' | 'deferred' | 'unreachable';

export interface Mailer {
  /** Never throws. `noteFault` hears why a mail was not accepted, in words for the log: `HTTP 503`, `SMTP 451`, `timeout`. */
  deliver(mail: Mail, noteFault?: (why: string) => void): Promise<Delivery>;
}
