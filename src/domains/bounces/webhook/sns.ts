import { createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto';
import { port } from '#core/ports.ts';
import type { Outgoing, VendorClient } from '#platform/outgoing/index.ts';
import type { SnsMessage } from './read-delivery.ts';

/** Amazon's notification service. */
export interface Sns {
  isSigned(message: SnsMessage): Promise<boolean>;
  /** Confirms a subscription of a signed message. */
  confirm(message: SnsMessage): Promise<void>;
}

export const SnsPort = port<Sns>('sns');

const host = /^sns\.[a-z0-9-]{2,25}\.amazonaws\.com(?:\.cn)?$/;
/** More regions than Amazon has. */
const clientsMax = 60;
const certificatesMax = 200;

/** Asks only hosts of SNS, by HTTPS. A certificate from there is trusted, as Amazon says, and kept: its name is never used again. */
export function openSns(outgoing: Pick<Outgoing, 'vendorClient'>): Sns {
  const clients = new Map<string, VendorClient>();
  const keys = new Map<string, KeyObject>();

  async function get(link: string): Promise<string | null> {
    const url = URL.parse(link);
    if (url?.protocol !== 'https:' || url.port !== '' || !host.test(url.hostname)) return null;
    if (!clients.has(url.hostname) && clients.size >= clientsMax) return null;
    const client =
      clients.get(url.hostname) ?? outgoing.vendorClient({ name: 'sns', baseUrl: `https://${url.hostname}` });
    clients.set(url.hostname, client);
    const query = Object.fromEntries(url.searchParams);
    const answer = await client.request({ path: url.pathname, query });
    return 'status' in answer && 'text' in answer && answer.status === 200 ? answer.text : null;
  }

  async function keyAt(link: string): Promise<KeyObject | null> {
    const known = keys.get(link);
    if (known) return known;
    const pem = await get(link);
    if (pem === null) return null;
    try {
      const key = createPublicKey(new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'pem' }));
      if (keys.size < certificatesMax) keys.set(link, key);
      return key;
    } catch {
      return null;
    }
  }

  return {
    async isSigned(message) {
      const digest = { '1': 'sha1', '2': 'sha256' }[message.SignatureVersion];
      if (digest === undefined || !message.SigningCertURL.endsWith('.pem')) return false;
      const key = await keyAt(message.SigningCertURL);
      const text = Buffer.from(signedText(message));
      return key !== null && verify(digest, text, key, Buffer.from(message.Signature, 'base64'));
    },
    confirm: async ({ SubscribeURL }) => {
      if (SubscribeURL) await get(SubscribeURL);
    },
  };
}

const ofNotification = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const ofSubscription = [
  ...(['Message', 'MessageId', 'SubscribeURL'] as const),
  ...(['Timestamp', 'Token', 'TopicArn', 'Type'] as const),
];

/** The names and values of the members that are signed, in alphabetical order. */
export const signedText = (message: SnsMessage): string =>
  (message.Type === 'Notification' ? ofNotification : ofSubscription)
    .flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
    .join('');
