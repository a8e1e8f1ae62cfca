import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { judgeMessage, type SentCode } from './judge-message.ts';
import { otherNumbers, refusalOf } from './magic-numbers.ts';
import { refused, type StandInReply } from './replies.ts';

export interface CloudApiStandIn extends AsyncDisposable {
  /** What the service is started with. */
  environment: Readonly<Record<string, string>>;
  /** The messages that were accepted, in order. */
  outbox: SentCode[];
  /** The bodies of all requests, in order. */
  requests: unknown[];
}

export interface StandInOptions {
  /** 0 picks a free one. */
  port?: number;
  /** Told of each accepted message, after the response. */
  onAccepted?(sent: SentCode): void;
}

const token = 'whatsapp-stand-in-token';
const phoneNumberId = '106540352242922';
const template = 'verification_code';

export const standInSecrets = {
  appSecret: 'whatsapp-stand-in-app-secret',
  verifyToken: 'whatsapp-stand-in-verify-token',
};

const isOurs = ({ headers }: IncomingMessage) => headers.authorization === `Bearer ${token}`;

/** Meta's Cloud API on loopback: sends nothing, keeps what it is given, and refuses the magic numbers. */
export async function openCloudApiStandIn({
  port = 0,
  onAccepted = () => {},
}: StandInOptions = {}): Promise<CloudApiStandIn> {
  const outbox: SentCode[] = [];
  const requests: unknown[] = [];
  let recoveringTries = 0;

  async function answer(request: IncomingMessage): Promise<{ reply: StandInReply | null; sent?: SentCode }> {
    const isChecked = request.method === 'GET' && request.url === `/v25.0/${phoneNumberId}?fields=id`;
    if (isChecked)
      return {
        reply: isOurs(request) ? { status: 200, body: JSON.stringify({ id: phoneNumberId }) } : refused(190),
      };
    const body: unknown = JSON.parse(await textOf(request));
    requests.push(body);
    if (request.method !== 'POST' || request.url !== `/v25.0/${phoneNumberId}/messages`) {
      return { reply: refused(100) };
    }
    if (!isOurs(request)) return { reply: refused(190) };
    const { sent, reply } = judgeMessage(body, template);
    if (!sent) return { reply };
    const code = refusalOf(sent.to);
    if (code !== null) return { reply: refused(code) };
    if (sent.to === otherNumbers.recovering && recoveringTries++ === 0) return { reply: refused(131000) };
    if (sent.to === otherNumbers.gatewayError)
      return { reply: { status: 502, body: '<h1>Bad Gateway</h1>' } };
    if (sent.to === otherNumbers.brokenOff) return { reply: null };
    outbox.push(sent);
    return { sent, reply: sent.to === otherNumbers.garbled ? { status: 200, body: '{"messages":' } : reply };
  }

  const server = createServer((request, response) => {
    answer(request)
      .then(({ reply, sent }) => {
        if (!reply) return response.destroy();
        response.writeHead(reply.status, { 'content-type': 'application/json' });
        return response.end(reply.body, () => sent && onAccepted(sent));
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    environment: {
      WHATSAPP_TOKEN: token,
      WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
      WHATSAPP_TEMPLATE: template,
      WHATSAPP_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v25.0`,
      WHATSAPP_APP_SECRET: standInSecrets.appSecret,
      WHATSAPP_VERIFY_TOKEN: standInSecrets.verifyToken,
    },
    outbox,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString() || 'null';
}
