/** Turns email addresses, phone numbers and links into contact values with provenance, and merges them. */

export type { Normalised } from '../normalised.ts';
export { emailContact, linkContact, phoneContact, seenPerson } from './contact-values.ts';
export { addressParts, foldedMailbox, normaliseEmail, normaliseProvedEmail } from './email-address.ts';
export {
  type EmailTraits,
  emailTraits,
  emailType,
  freeMailboxDomains,
  isAlias,
  isUnder,
} from './email-traits.ts';
export { asciiHostName } from './host-name.ts';
export { type Link, normaliseLink } from './link.ts';
export { type ContactSet, contactSet, mergeContacts, noContacts } from './merging/merge.ts';
export {
  EmailContact,
  type EmailStatus,
  emailStatuses,
  LinkContact,
  Person,
  PhoneContact,
  ProfileNamed,
  Provenance,
  type Sources,
} from './shapes.ts';
export {
  type DropReason,
  judgeOwnEmail,
  judgeSourceEmail,
  type SourceEmailJudgement,
} from './source-email.ts';
