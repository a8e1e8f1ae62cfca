import { addressParts } from './email-address.ts';

/**
 * The mailbox that a normalized address probably delivers to: without its `+tag` and, at Gmail, without dots and under one
 * domain. Use it to count and to compare, never to send: two addresses that fold alike may belong to two people.
 */
export function foldedMailbox(address: string): string {
  const { local, domain } = addressParts(address);
  const untagged = /^[^+]+/.exec(local)?.[0] ?? local;
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${untagged}@${domain}`;
  return `${untagged.replaceAll('.', '')}@gmail.com`;
}
