import type { Ports } from '#core/context.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { MailFrame } from '../ports.ts';
import { type Block, type Draft, type Frame, layout } from './layout.ts';

/** All of a mail but its id and its address. */
export type Message = Omit<Mail, 'id' | 'to'>;

export function compose(
  ports: Pick<Ports, 'use' | 'publicUrl'>,
  { template, values, subject, blocks }: Draft,
  unsubscribe: string | null = null,
): Message {
  const frame = { home: ports.publicUrl(), contact: ports.use(MailFrame).contact, unsubscribe };
  const text = [...blocks.map(textOf), footerOf(frame)].join('\n\n');
  const html = layout({ subject, blocks }, frame);
  return { template, values, subject, text, html, ...(unsubscribe ? { unsubscribe } : {}) };
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  return 'link' in block ? block.link : block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
}

/** Behind the signature line of RFC 3676 §4.3, which mail programs show faintly. */
const footerOf = ({ home, contact, unsubscribe }: Frame): string =>
  [
    `-- \nContactry, ${home}`,
    contact && `Questions? ${contact.label}`,
    unsubscribe && `Stop mails of this kind: ${unsubscribe}`,
  ]
    .filter(Boolean)
    .join('\n');

const saidMax = 80;
const controls = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
/** They turn the direction of what follows (Unicode TR9). */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A name or note that a customer chose, in a sentence: on one line, not too long, and turning nothing but itself. */
export function said(text: string): string {
  const line = text.replace(turns, '').replace(controls, ' ').trim();
  const signs = [...line];
  const short = signs.length > saidMax ? `${signs.slice(0, saidMax - 1).join('')}…` : line;
  return rightToLeft.test(short) ? `\u2068${short}\u2069` : short;
}

/** A day in UTC, as mails write it: 5 Nov 2026. */
export const dayText = (at: Date): string =>
  at.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
