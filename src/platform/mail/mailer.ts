/** A message to one person. What renders mails by itself takes `template` and `values`; `subject` and `text` stand for everybody else. */
export interface Mail {
  /** The same for every try to deliver it. */
  id: string;
  to: string;
  template: string;
  values: Readonly<Record<string, string>>;
  subject: string;
  text: string;
}

/** `refused`: trying again is in vain. `unreachable`: it may be tried again, and may have been accepted all the same. */
export type Delivery = 'accepted' | 'refused' | 'unreachable';

export interface Mailer {
  /** Never throws. */
  deliver(mail: Mail): Promise<Delivery>;
}

declare module '#core/context.ts' {
  interface Ports {
    /** Null where the configuration names nobody who sends mails. */
    mailer: Mailer | null;
  }
}
