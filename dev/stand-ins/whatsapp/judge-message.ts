import type { Reply } from '../server.ts';
import { isRecord, recordsIn } from './records.ts';
import { accepted, refused } from './replies.ts';

export interface SentCode {
  /** E.164. */
  to: string;
  code: string;
  /** The id that the stand-in gave it. */
  reference: string;
  /** The sender's own. */
  ownId: string;
}

/** The longest code that Meta's copy button takes. */
const codeLengthMax = 15;

/** Checks a message as Meta does: the template, its parameters, and that both have the same short code. */
export function judgeMessage(body: unknown, template: string): { sent: SentCode | null; reply: Reply } {
  const refuse = (code: number) => ({ sent: null, reply: refused(code) });
  if (!isRecord(body) || body.messaging_product !== 'whatsapp' || body.type !== 'template')
    return refuse(100);
  const { to, template: used, biz_opaque_callback_data: ownId } = body;
  if (typeof to !== 'string' || !/^\d{7,15}$/.test(to) || !isRecord(used)) return refuse(131009);
  if (used.name !== template || !isRecord(used.language)) return refuse(132001);
  const components = recordsIn(used, 'components');
  const button = components.find(({ type }) => type === 'button');
  if (button?.sub_type !== 'url' || button.index !== '0') return refuse(132012);
  const codes = components.flatMap((each) => recordsIn(each, 'parameters').map(({ text }) => String(text)));
  const [code = '', again] = codes;
  if (codes.length !== 2) return refuse(132000);
  if (code !== again || code.length > codeLengthMax) return refuse(132012);

  const sent = { to: `+${to}`, code, reference: `wamid.${crypto.randomUUID()}`, ownId: String(ownId) };
  return { sent, reply: accepted(to, sent.reference) };
}
