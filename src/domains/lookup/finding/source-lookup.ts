import { openLeases } from '#core/concurrency/leases.ts';
import type { SearchResult, Spending } from '#domains/sources/index.ts';
import { suppressFoundPerson } from '#domains/suppression/index.ts';
import { type EmailVerdict, soldOf, type Verdicts } from '#domains/verification/index.ts';
import { type ContactSet, noContacts } from '#values/contacts/index.ts';
import type { Lookup } from '../paying/lookup.ts';
import {
  type Found,
  failBudgetReached,
  failInsufficientCredits,
  foundOf,
  lookupPrice,
} from '../paying/pay.ts';
import { dropLookup, type OperationKey, renewLookups, settleLookup } from '../paying/under-way.ts';
import {
  answerFrom,
  earnedBy,
  type Finding,
  failedFinding,
  type IsBillable,
  isEnough,
  isVetoed,
  nothingFound,
  wantsOf,
} from '../rules.ts';
import type { Parts } from './parts.ts';
import { nameMarks } from './vetoes.ts';

export interface Begun {
  lookup: Lookup;
  /** The directory's contacts. */
  known: ContactSet | null;
  /** Whether a repeat of the profile is free. */
  isRepeat: boolean;
  /** Free sources that a process was asking about this person when it died. */
  avoid: readonly string[];
}

/** Finishes a lookup with the sources, however long they take. Null when another process finished it. */
export type SourceLookup = (begun: Begun) => Promise<Found | null>;

/**
 * Asks sources for what the directory lacks. The price is already on hold; storing the answer settles or releases it. For a
 * suppressed person no source is asked, but everything else runs as for a person no source knows.
 */
export function openSourceLookup(parts: Parts): SourceLookup {
  const { db, log, worker, spendingOf, persons, payments, pepper, isBillable } = parts;
  const leases = openLeases<OperationKey>(
    (operations) => renewLookups(db, worker, operations),
    (error) => log.error({ error }, 'could not renew the leases of pending lookups'),
  );

  async function end(begun: Begun, searched: Searched): Promise<Found | null> {
    const { lookup, isRepeat } = begun;
    const { finding, vetoedName } = searched;
    const needed = isRepeat || finding.status === 'failed' ? 0 : lookupPrice;
    const { item, answer } = payments.itemOf(lookup, finding, needed);
    const settled = await settleLookup(db, item, {
      rememberRepeats: payments.remembersRepeats(),
      nameMarks: vetoedName === null ? null : nameMarks(pepper, lookup.profileHash, vetoedName),
      earnedBy: earnedBy(finding, isBillable),
    });
    if (settled.outcome === 'answered_before') return null;
    if (settled.outcome !== 'answered') {
      const isDropped = await dropLookup(db, worker, operationOf(lookup));
      if (isDropped && settled.outcome === 'budget_reached') return failBudgetReached(db, lookup.call);
      if (isDropped) failInsufficientCredits(settled.balance);
      // A caller already knows it as pending, so it needs an answer.
      return end(begun, {
        ...searched,
        finding: unpaidFinding(settled.outcome === 'insufficient' ? 'insufficient_credits' : settled.outcome),
      });
    }
    answer.credits.remaining = settled.balance;
    payments.ended(lookup, answer);
    return foundOf(answer);
  }

  return async (begun) => {
    const { lookup, known } = begun;
    const { profile, key } = lookup.call;
    const operation = operationOf(lookup);
    using _alive = leases.keep(operation);
    try {
      const isSuppressed = await persons.isSuppressed(profile, known);
      const spending = spendingOf({ account: key.account, opKey: lookup.opKey, isSimulated: isSuppressed });
      const searched = await searchSources(parts, begun, { isSuppressed, spending });
      return searched && (await end(begun, searched));
    } catch (error) {
      // Frees the credit at once if the database is reachable. Otherwise the hold's lease does.
      await dropLookup(db, worker, operation).catch(() => false);
      throw error;
    }
  };
}

const operationOf = ({ call, opKey }: Lookup): OperationKey => ({ account: call.key.account.id, opKey });

const unpaidFinding = (code: 'insufficient_credits' | 'budget_reached'): Finding =>
  failedFinding({
    code,
    detail: `No ${code === 'budget_reached' ? 'budget' : 'credit'} was left once the sources had answered. Nothing was charged.`,
  });

/** The sources' answers, as far as they may be disclosed. */
interface Searched {
  finding: Finding;
  /** The name of a person a paid source found and the caller's name ruled out. */
  vetoedName: string | null;
}

/** Null when another process has taken over the lookup. */
async function searchSources(
  parts: Parts,
  { lookup, known, isRepeat, avoid }: Begun,
  { isSuppressed, spending }: { isSuppressed: boolean; spending: Spending },
): Promise<Searched | null> {
  const { db, search, persons, personalData, pepper, isBillable, background } = parts;
  const { call, profileHash } = lookup;
  const { profile, request } = call;
  // Also begun to check what the directory has.
  const isKnown = !isSuppressed && isEnough(known, request);
  const result = isKnown
    ? knownResult(known!)
    : await search.run({
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
  const verdicts = await persons.verdictsOn(profile, result.contacts);
  const isHidden = verdicts === null || result.optedOut;
  if (isHidden && !isSuppressed) {
    const { contacts, optedOut } = result;
    const person = { profileUrl: profile.url, profileHash, contacts, optedOut };
    const ports = { personalData, suppressionPepper: pepper };
    background.add(
      db.transaction().execute((transaction) => suppressFoundPerson({ db: transaction, ports }, person)),
    );
  }
  const finding = findingOf(
    isHidden
      ? asUnknown(result, isSuppressed)
      : { ...result, contacts: await asChecked(parts, lookup, result.contacts, verdicts) },
    lookup.call,
    isBillable,
  );
  if (finding.price.credits > 0 && isRepeat) finding.price = { credits: 0, reason: 'repeat' };
  const isRuledOut = !isHidden && spending.hasAsked() && isVetoed(result.contacts, request, profile.handle);
  return { finding, vetoedName: isRuledOut ? result.contacts.person.full_name : null };
}

/** The contacts with the verdicts on their emails, without those that are dead. Checks them first if the request wants that. */
async function asChecked(
  { verifier }: Parts,
  { call: { request }, profileHash: hash }: Lookup,
  contacts: ContactSet,
  known: Verdicts,
): Promise<ContactSet> {
  const people = request.verify ? contacts.emails.map(({ address }) => ({ hash, address })) : [];
  const fresh = people.length > 0 ? await verifier.checkNow(people) : new Map<string, EmailVerdict>();
  if (known.size + fresh.size === 0) return soldOf(contacts, () => undefined);
  return soldOf(contacts, (address) => {
    const key = verifier.keyOf(address);
    return fresh.get(key) ?? known.get(key);
  });
}

const knownResult = (contacts: ContactSet): SearchResult => ({
  contacts,
  answered: true,
  optedOut: false,
  troubles: [],
  limited: false,
  lost: false,
});

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
