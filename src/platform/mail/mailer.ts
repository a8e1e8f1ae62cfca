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
  /** Never throws. */
  deliver(mail: Mail): Promise<Delivery>;
}

declare module '#core/context.ts' {
  interface Ports {
    /** Null if no mail sender is configured. */
    mailer: Mailer | null;
  }
}
