import type { VendorResult } from '#platform/outgoing/index.ts';

/** A message to one person. Senders with their own templates use `template` and `values`; others use `subject` and `text`. */
export interface Mail {
  /** The same for every delivery attempt. */
  id: string;
  to: string;
  template: string;
  values: Readonly<Record<string, string>>;
  subject: string;
  text: string;
}

/** `refused`: don't retry. `unreachable`: retry, although the message may have been accepted. */
export type Delivery = 'accepted' | 'refused' | 'unreachable';

export interface Mailer {
  /** Never throws. `noteFault` hears why a mail was not accepted, in words for the log: `HTTP 503`, `timeout`. */
  deliver(mail: Mail, noteFault?: (why: string) => void): Promise<Delivery>;
  /** Whether anybody answers at the sender's address. Sends no mail, so the answer says nothing about the secret. */
  check(): Promise<VendorResult>;
}
