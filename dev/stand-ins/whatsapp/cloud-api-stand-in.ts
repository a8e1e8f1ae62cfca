import { type Call, type Reply, serve } from '../server.ts';
import { judgeMessage, type SentCode } from './judge-message.ts';
import { otherNumbers, refusalOf } from './magic-numbers.ts';
import { refused } from './replies.ts';

export interface CloudApiStandIn extends AsyncDisposable {
  /** Start options. */
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

const isOurs = ({ headers }: Call) => headers.authorization === `Bearer ${token}`;

/** Meta's Cloud API on loopback: sends nothing, keeps what it is given, and refuses the magic numbers. */
export async function openCloudApiStandIn({
  port = 0,
  onAccepted = () => {},
}: StandInOptions = {}): Promise<CloudApiStandIn> {
  const outbox: SentCode[] = [];
  const requests: unknown[] = [];
  let recoveringTries = 0;

  function answer(call: Call): { reply: Reply | null; sent?: SentCode } {
    const { method, path, query, body } = call;
    if (method === 'GET' && path === `/v25.0/${phoneNumberId}` && query.get('fields') === 'id')
      return { reply: isOurs(call) ? { status: 200, body: { id: phoneNumberId } } : refused(190) };
    requests.push(body);
    if (method !== 'POST' || path !== `/v25.0/${phoneNumberId}/messages`) return { reply: refused(100) };
    if (!isOurs(call)) return { reply: refused(190) };
    const { sent, reply } = judgeMessage(body, template);
    if (!sent) return { reply };
    const code = refusalOf(sent.to);
    if (code !== null) return { reply: refused(code) };
    if (sent.to === otherNumbers.recovering && recoveringTries++ === 0) return { reply: refused(131000) };
    if (sent.to === otherNumbers.gatewayError)
      return { reply: { status: 502, headers: json, body: '<h1>Bad Gateway</h1>' } };
    if (sent.to === otherNumbers.brokenOff) return { reply: null };
    outbox.push(sent);
    const garbled = { status: 200, headers: json, body: '{"messages":' };
    return { sent, reply: sent.to === otherNumbers.garbled ? garbled : reply };
  }

  const server = await serve(port, async (call, send) => {
    const { reply, sent } = answer(call);
    await send(reply);
    if (sent) onAccepted(sent);
  });
  return {
    ...server,
    environment: {
      WHATSAPP_TOKEN: token,
      WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
      WHATSAPP_TEMPLATE: template,
      WHATSAPP_BASE_URL: `${server.origin}/v25.0`,
      WHATSAPP_APP_SECRET: standInSecrets.appSecret,
      WHATSAPP_VERIFY_TOKEN: standInSecrets.verifyToken,
    },
    outbox,
    requests,
  };
}

/** The type that Meta gives even to what is not JSON. */
const json = { 'content-type': 'application/json' };
