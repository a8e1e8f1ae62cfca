import type { Db } from '#core/context.ts';
import type { ContactSet, EmailContact, LinkContact, PhoneContact } from '#values/contacts/index.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';

/** A profile that carries a suppression key, as itself or in a value. */
export interface Carrier {
  hash: string;
  url: string;
  /** Of the profile and of every value in it. */
  keys: string[];
}

export interface DirectoryRecord {
  hash: string;
  profile: Pick<ProfileLink, 'network' | 'handle' | 'url'>;
  contacts: ContactSet;
  keys: string[];
  createdAt: Date;
  updatedAt: Date;
}

export interface ImportNamed {
  id: string;
  fileName: string;
  startedAt: Date;
}

/** The directory, as far as one person's rights need it. Profiles are named by their hashes. */
export interface PeopleDirectory {
  carrying(db: Db, keys: readonly string[], limit: number): Promise<Carrier[]>;
  records(db: Db, hashes: readonly string[]): Promise<DirectoryRecord[]>;
  /** Imports that said something of the profile. */
  importsOf(db: Db, hash: string): Promise<ImportNamed[]>;
  /** Deletes the profiles with all that is in them; returns how many there were. */
  erase(db: Db, hashes: readonly string[]): Promise<number>;
}

/** One answer that told somebody of a person. */
export interface Recipient {
  accountId: string;
  at: Date;
  lookupId: string;
  emails: boolean;
  phones: boolean;
  links: boolean;
  /** What the answer still holds; null when it is not kept any more. */
  kept: { emails: EmailContact[]; phones: PhoneContact[]; links: LinkContact[] } | null;
}

/** Answers of lookups, and the log of who was given what. */
export interface GivenAnswers {
  /** Turns the stored answers about these profiles into those about somebody unknown; returns how many. */
  withdraw(db: Db, hashes: readonly string[]): Promise<number>;
  /** Newest first. */
  recipients(db: Db, hash: string, limit: number): Promise<Recipient[]>;
  /** How many answers told of any of these profiles, and how many accounts were told. */
  countRecipients(db: Db, hashes: readonly string[]): Promise<{ answers: number; accounts: number }>;
}

export interface SourceAnswer {
  source: string;
  fetchedAt: Date;
  contacts: ContactSet;
}

/** What sources said of a profile, while it is kept. */
export interface SourceAnswers {
  /** Profiles of which a source showed one of the values, or that are named themselves. */
  carrying(db: Db, keys: readonly string[], limit: number): Promise<Carrier[]>;
  kept(db: Db, hash: string): Promise<SourceAnswer[]>;
  erase(db: Db, hashes: readonly string[]): Promise<number>;
}

/**
 * Every part that keeps something of people. They are handed over and not imported, because each of them asks this domain
 * before it tells anything.
 */
export interface PeopleKeepers {
  directory: PeopleDirectory;
  answers: GivenAnswers;
  sources: SourceAnswers;
}

declare module '#core/context.ts' {
  interface Ports {
    people: PeopleKeepers;
  }
}
