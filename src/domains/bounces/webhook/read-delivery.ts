import { createHmac, timingSafeEqual } from 'node:crypto';
import Type from 'typebox';
import { list, readOrNull, some, text, word } from '#core/vendor-json.ts';

/** A delivery of a mail service, by its form. */
export type Delivery =
  | { from: 'ses'; message: SnsMessage }
  | { from: 'postmark'; emails: string[] }
  | { from: 'mailgun'; emails: string[]; signature: MailgunSignature };

export type SnsMessage = Type.Static<typeof SnsMessage>;
const SnsMessage = Type.Object({
  Type: text(40),
  MessageId: text(100),
  TopicArn: text(300),
  Message: text(256 * 1024),
  Timestamp: text(40),
  SignatureVersion: text(5),
  Signature: text(2000),
  SigningCertURL: text(500),
  Subject: Type.Optional(text(500)),
  Token: Type.Optional(text(1000)),
  SubscribeURL: Type.Optional(text(2000)),
});

const SesEvent = some({
  notificationType: word,
  eventType: word,
  bounce: some({
    bounceType: word,
    bouncedRecipients: list(some({ emailAddress: text(320) }), { most: 100 }),
  }),
});

const PostmarkBounce = Type.Object({ RecordType: Type.Literal('Bounce'), Type: text(50), Email: text(320) });
const deadAtPostmark = new Set(['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated']);

type MailgunSignature = Type.Static<typeof MailgunSignature>;
const MailgunSignature = Type.Object({ timestamp: text(20), token: text(100), signature: text(100) });
const MailgunEvent = Type.Object({
  signature: MailgunSignature,
  'event-data': some({ event: word, severity: word, recipient: text(320) }),
});

/** Null for any other form. Soft bounces have no emails: their mailbox may take the next mail. */
export function readDelivery(json: unknown): Delivery | null {
  const message = readOrNull(SnsMessage, json);
  if (message) return { from: 'ses', message };
  const postmark = readOrNull(PostmarkBounce, json);
  if (postmark)
    return { from: 'postmark', emails: deadAtPostmark.has(postmark.Type) ? [postmark.Email] : [] };
  const mailgun = readOrNull(MailgunEvent, json);
  if (!mailgun) return null;
  const { event, severity, recipient } = mailgun['event-data'];
  const isDead = event === 'failed' && severity === 'permanent' && recipient !== undefined;
  return { from: 'mailgun', emails: isDead ? [recipient] : [], signature: mailgun.signature };
}

/** The emails of a hard bounce in a notification of SES. */
export function emailsOfSes({ Message }: SnsMessage): string[] {
  let json: unknown;
  try {
    json = JSON.parse(Message);
  } catch {
    return [];
  }
  const event = readOrNull(SesEvent, json);
  if ((event?.notificationType ?? event?.eventType) !== 'bounce') return [];
  if (event?.bounce?.bounceType !== 'permanent') return [];
  return (event.bounce.bouncedRecipients ?? []).flatMap(({ emailAddress }) => emailAddress ?? []);
}

const agedMsMax = 15 * 60_000;

/** HMAC-SHA256 of the time and the token, under the key that Mailgun shows its customer. An old one may be a replay. */
export function isMailguns(
  { timestamp, token, signature }: MailgunSignature,
  key: string | null,
  now: Date,
): boolean {
  if (key === null || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > agedMsMax) return false;
  const right = Buffer.from(
    createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex'),
  );
  const given = Buffer.from(signature.toLowerCase());
  return given.length === right.length && timingSafeEqual(given, right);
}
