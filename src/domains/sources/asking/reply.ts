import type { ContactSet } from '#values/contacts/index.ts';
import type { KnownLink, Outcome } from '../port.ts';
import { contactsOf } from './contacts-of.ts';
import { type CheckMailDomain, withoutDeadMail } from './dead-mail.ts';

/** The result of asking one source about one profile. */
export type Reply =
  | { kind: 'found'; contacts: ContactSet; links: KnownLink[] }
  | { kind: 'not_found' }
  | { kind: 'opted_out' }
  /** The source could not be asked or did not answer. It may another time. */
  | { kind: 'failed'; why: string }
  | { kind: 'skipped' };

export interface ReplyOptions {
  checkMailDomain: CheckMailDomain;
}

/** A stored answer as a reply. Its links count as claimed when they lead to other sources. */
export const replyOf = (contacts: ContactSet | null): Reply =>
  contacts === null
    ? { kind: 'not_found' }
    : {
        kind: 'found',
        contacts,
        links: contacts.links.map((link) => ({ ...link, proof: 'claimed' as const })),
      };

export function replyFrom(outcome: Outcome, seenAt: string): Reply {
  switch (outcome.outcome) {
    case 'found': {
      const contacts = contactsOf(outcome, seenAt);
      const proofs = new Map(outcome.links.map((link) => [link.url, link.proof]));
      const links = contacts.links.map((link) => ({
        ...link,
        proof: proofs.get(link.url) ?? ('claimed' as const),
      }));
      return { kind: 'found', contacts, links };
    }
    case 'not_found':
      return { kind: 'not_found' };
    case 'not_applicable':
      return { kind: 'skipped' };
    case 'refused':
      return outcome.because === 'opted_out' ? { kind: 'opted_out' } : { kind: 'not_found' };
    case 'error':
      return { kind: 'failed', why: [outcome.code, outcome.expected].filter(Boolean).join(', expected ') };
    default:
      return { kind: 'failed', why: outcome.outcome };
  }
}

/** Removes addresses that can't receive mail. */
export async function deliverable(reply: Reply, { checkMailDomain }: ReplyOptions): Promise<Reply> {
  return reply.kind === 'found'
    ? { ...reply, contacts: await withoutDeadMail(reply.contacts, checkMailDomain) }
    : reply;
}
