import Type from 'typebox';
import { list, readOrNull, some } from '#core/vendor-json.ts';
import type { VendorClient, VendorOptions, VendorResult } from '#platform/outgoing/index.ts';
import type { Handover, Messaging } from '../messaging.ts';
import { codeTemplate, type Template } from './code-template.ts';
import { errorOf } from './error-codes.ts';

export interface CloudApiOptions {
  /** With the version: `https://graph.facebook.com/v25.0`. */
  baseUrl: string;
  token: string;
  phoneNumberId: string;
  template: Template;
  openClient(options: VendorOptions): VendorClient;
  /** Waits before another attempt. */
  wait(ms: number): Promise<unknown>;
}

const attemptsMax = 3;
const firstWaitMs = 200;
const timeoutMs = 5000;
/** No further attempt after this long: a person waits for the answer. */
const budgetMs = 4000;

/** Sends codes through Meta's Cloud API. */
export function openCloudApi(options: CloudApiOptions): Messaging {
  const { baseUrl, token, phoneNumberId, template, wait } = options;
  const headers = { authorization: `Bearer ${token}` };
  const client = options.openClient({ name: 'WhatsApp', baseUrl, headers, timeoutMs, concurrency: 16 });
  const number = `/${encodeURIComponent(phoneNumberId)}`;
  const path = `${number}/messages`;

  return {
    check: () => client.request({ path: number, query: { fields: 'id' }, idempotent: true }),
    async sendCode(message) {
      const body = codeTemplate(template, message);
      let spentMs = 0;
      for (let attempt = 1; ; attempt += 1) {
        const result = await client.request({ method: 'POST', path, body });
        const handover = handoverOf(result);
        spentMs += result.ms;
        if (!isTemporary(handover) || attempt === attemptsMax || spentMs >= budgetMs) return handover;
        await wait(firstWaitMs * attempt);
      }
    },
  };
}

const isTemporary = (handover: Handover): boolean =>
  handover.outcome === 'refused' && handover.error.trouble === 'temporary';

const Reply = some({ error: some({ code: Type.Integer() }), messages: list(some({ id: Type.Unknown() })) });

function handoverOf(result: VendorResult): Handover {
  const { retryAt = null } = result;
  if ('failure' in result) return { outcome: 'unreachable', retryAt, isSent: result.sent };
  const reply = readOrNull(Reply, result.json);
  const error = errorOf(reply?.error?.code);
  if (error) return { outcome: 'refused', error };
  if (result.status !== 200) return { outcome: 'unreachable', retryAt, isSent: false };
  const id = reply?.messages?.[0]?.id;
  return { outcome: 'accepted', reference: isReference(id) ? id : null };
}

/** An id of a message. It is opaque and stored as it is; one with white space is refused. */
export const isReference = (id: unknown): id is string =>
  typeof id === 'string' && /^[\x21-\x7e]{1,300}$/.test(id);
