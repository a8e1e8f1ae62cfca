import type { VendorResult } from '#platform/outgoing/index.ts';

/** A message with a one-time code. */
export interface CodeMessage {
  /** Ours. The vendor returns it with every delivery event. */
  id: string;
  /** E.164. */
  to: string;
  code: string;
  expiresAt: Date;
}

/**
 * What a vendor's error is about, and so what to do:
 *
 * - `recipient`: the number can't receive it
 * - `recipient_limit`: the number may receive nothing more for a day
 * - `pair_limit`: too many messages to this number in a short time
 * - `throughput`: too many messages in all
 * - `temporary`: worth another try with the same code
 * - `template`: the template is missing, paused or doesn't fit
 * - `request`: a parameter of this message is wrong
 * - `credential`: the token is wrong, expired or lacks a permission
 * - `account`: the business account is blocked, unpaid or not registered
 * - `country`: the business may not send to this country
 * - `test_recipient`: the number is not on the list of a test account
 * - `unknown`: none of the documented errors
 */
export type Trouble =
  | 'recipient'
  | 'recipient_limit'
  | 'pair_limit'
  | 'throughput'
  | 'temporary'
  | 'template'
  | 'request'
  | 'credential'
  | 'account'
  | 'country'
  | 'test_recipient'
  | 'unknown';

export interface VendorError {
  code: number;
  trouble: Trouble;
}

/**
 * `accepted` is not delivered: a later event reports the delivery. `unreachable` says nothing about the number; `isSent` is true if
 * the vendor may have got the message all the same.
 */
export type Handover =
  | { outcome: 'accepted'; reference: string | null }
  | { outcome: 'refused'; error: VendorError }
  | { outcome: 'unreachable'; retryAt: Date | null; isSent: boolean };

export interface Messaging {
  /** Never throws. Tries again after a temporary error, with the same code. */
  sendCode(message: CodeMessage): Promise<Handover>;
  /** Asks for the sending number, which costs nothing. Absent if there is no credential. */
  check?(): Promise<VendorResult>;
}

/** The state of a sent message. `read` implies `delivered`, which implies `sent`. */
export interface Delivery {
  /** The vendor's id of the message. */
  reference: string;
  /** Our id of it, if the event has one. */
  id: string | null;
  delivery: 'sent' | 'delivered' | 'read' | 'failed';
  at: Date | null;
  error: VendorError | null;
}

/** Something changed about the template, the business account or its number. */
export interface Notice {
  kind: 'whatsapp_template_status' | 'whatsapp_account_update' | 'whatsapp_number_quality';
  subject: string;
  details: Record<string, string>;
  /** The cause of an earlier notice is gone. */
  isOver: boolean;
}

/** One webhook call. Messages from people are not part of it. */
export interface MessagingEvents {
  deliveries: Delivery[];
  /** About the business account as a whole. */
  errors: VendorError[];
  notices: Notice[];
}

/** The vendor's webhook. */
export interface MessagingWebhook {
  /** Whether `signature` is the vendor's for exactly these bytes. Never true without a configured secret. */
  isSigned(body: Uint8Array, signature: string | undefined): boolean;
  /** Whether the vendor may complete its handshake with this token. */
  hasVerifyToken(token: string): boolean;
  /** Reads a body whose signature is right. Unknown events are skipped. */
  read(body: Uint8Array): MessagingEvents;
}
