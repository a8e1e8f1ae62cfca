import type { Db } from '#core/context.ts';
import type { PersonalDataStore } from '#core/parts/personal-data.ts';
import type { Search, SearchResult, Spending } from '#domains/sources/index.ts';
import { suppressFoundPerson } from '#domains/suppression/index.ts';
import { type ContactSet, noContacts } from '#values/contacts/index.ts';
import type { Lookup } from '../paying/pay.ts';
import {
  answerFrom,
  type Finding,
  failedFinding,
  type IsBillable,
  isEnough,
  isVetoed,
  nothingFound,
  wantsOf,
} from '../rules.ts';
import type { PersonCheck } from './person-check.ts';

export interface SearchOptions {
  db: Db;
  search: Search;
  persons: PersonCheck;
  personalData: readonly PersonalDataStore[];
  pepper: string;
  isBillable: IsBillable;
  /** Accepts work that no answer waits for. A failure is logged. */
  inBackground(work: Promise<unknown>): void;
}

export interface Begun {
  lookup: Lookup;
  /** The directory's contacts. */
  known: ContactSet | null;
  paidRecently: boolean;
  /** Free sources that a process was asking about this person when it died. */
  avoid: readonly string[];
}

/** What the sources answered, as far as it may be disclosed. */
export interface Searched {
  finding: Finding;
  /** The name of a person a paid source found and the caller's name ruled out. */
  vetoedName: string | null;
}

/** Null when another process has taken over the lookup. */
export async function searchSources(
  { db, search, persons, personalData, pepper, isBillable, inBackground }: SearchOptions,
  { lookup, known, paidRecently, avoid }: Begun,
  { isSuppressed, spending }: { isSuppressed: boolean; spending: Spending },
): Promise<Searched | null> {
  const { call, profileHash } = lookup;
  const { profile, request } = call;
  const result = await search.run({
    profile,
    profileHash,
    wants: wantsOf(request),
    name: request.name ?? null,
    known: isSuppressed ? null : known,
    pretend: isSuppressed,
    // A person ruled out by name isn't returned, whatever else would be found.
    enough: (contacts) => isEnough(contacts, request) || isVetoed(contacts, request, profile.handle),
    spending,
    avoid,
  });
  if (result.lost) return null;
  const isHidden = (await persons.isSuppressed(profile, result.contacts)) || result.optedOut;
  if (isHidden && !isSuppressed) {
    const { contacts, optedOut } = result;
    const person = { profileUrl: profile.url, profileHash, contacts, optedOut };
    const ports = { personalData, suppressionPepper: pepper };
    inBackground(
      db.transaction().execute((transaction) => suppressFoundPerson({ db: transaction, ports }, person)),
    );
  }
  const finding = findingOf(isHidden ? asUnknown(result, isSuppressed) : result, lookup.call, isBillable);
  if (finding.price.credits > 0 && paidRecently) finding.price = { credits: 0, reason: 'repeat' };
  const isRuledOut = !isHidden && spending.hasAsked() && isVetoed(result.contacts, request, profile.handle);
  return { finding, vetoedName: isRuledOut ? result.contacts.person.full_name : null };
}

/** The result for a person no source knows. A source that was asked and found the person counts as having answered. */
const asUnknown = (result: SearchResult, isSuppressed: boolean): SearchResult => ({
  ...result,
  contacts: noContacts,
  answered: result.answered || !isSuppressed,
});

/** Warns when nothing was found but some sources did not answer, so that the caller doesn't read it as "not known". */
function findingOf(
  { contacts, answered, troubles, limited }: SearchResult,
  { request, profile: { handle } }: Lookup['call'],
  isBillable: IsBillable,
): Finding {
  const finding = answerFrom(contacts, request, isBillable, handle);
  const isWhole = troubles.length === 0 && !limited;
  if (finding.status === 'completed' || isWhole || finding.warnings.length > 0) return finding;
  if (answered || limited) {
    return nothingFound([
      {
        code: 'sources_incomplete',
        detail: 'Some sources could not be asked. A later lookup may find more.',
      },
    ]);
  }
  return failedFinding({
    code: 'sources_unavailable',
    detail: 'No source could be asked. Nothing was charged. Try again later with a new idempotency key.',
  });
}
