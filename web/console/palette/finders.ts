import type { Answer } from '#client';
import { addressOf } from '#web/console/parts/account-address.ts';
import { shownProfile } from '#web/console/views/directory/shown-profile.ts';
import { personOf, soughtPerson } from '#web/console/views/privacy/person-of.ts';
import { api } from '#web/shared/answers/api.ts';
import type { Entry, Finder } from '#web/shared/keyboard/entries.ts';
import { seek } from '#web/shared/lists/use-sought.ts';
import { rupeesOf } from '#web/shared/values/rupees.tsx';

export type Account = Answer<'GET /api/v1/admin/growth/accounts'>['items'][number];

export const nameOf = ({ account_id, email, name }: Account): string => name || email || account_id;

/** Finds accounts, and says what becomes of the one that is chosen. */
export const accountFinder = (use: (account: Account) => Partial<Entry>): Finder => ({
  name: 'Accounts',
  async find(q, signal) {
    const { items } = await api.call(
      'GET /api/v1/admin/growth/accounts',
      { query: { q, limit: 6 } },
      { signal },
    );
    return items.map((account) => ({
      id: `account ${account.account_id}`,
      text: nameOf(account),
      note: [account.locked && 'Locked', account.name && account.email, account.account_id]
        .filter(Boolean)
        .join(' · '),
      icon: account.locked ? 'locks' : 'accounts',
      ...use(account),
    }));
  },
});

const payments: Finder = {
  name: 'Payments',
  async find(q, signal) {
    const { items } = await api.call(
      'GET /api/v1/admin/billing/purchases',
      { query: { q, limit: 6 } },
      { signal },
    );
    return items.map(({ id, plan_name, amount, email, account_id, payments: paid, references }) => ({
      id: `payment ${id}`,
      text: `${plan_name}, ${rupeesOf(amount)}`,
      note: [email ?? account_id, paid[0] ?? references[0]].filter(Boolean).join(' · '),
      icon: 'payments',
      href: `/console/payments/${id}`,
    }));
  },
};

const invoices: Finder = {
  name: 'Invoices',
  async find(q, signal) {
    const { items } = await api.call(
      'GET /api/v1/admin/billing/documents',
      { query: { q, limit: 6 } },
      { signal },
    );
    return items.map(({ number, kind, buyer, total }) => ({
      id: `document ${number}`,
      text: number,
      note: `${kind === 'invoice' ? 'Invoice' : 'Credit note'} · ${buyer} · ${rupeesOf(total)}`,
      icon: 'gst',
      href: '/console/gst',
      run: () => seek('/console/gst', { q: number }),
    }));
  },
};

/** Questions about a person. Nothing is asked before it is chosen, because the audit log keeps each question. */
const people: Finder = {
  name: 'Person',
  async find(text) {
    const person = personOf(text);
    const isPerson = person.email ?? person.phone ?? /[\w-]\.[a-z]{2,}\//i.test(text);
    const profile: Entry = {
      id: 'profile',
      text: 'Show this profile as stored',
      note: text,
      icon: 'directory',
      href: '/console/directory/profile',
      run: () => {
        shownProfile.value = text;
      },
    };
    const known: Entry = {
      id: 'person',
      text: 'Export or erase this person',
      note: text,
      icon: 'privacy',
      href: '/console/people',
      run: () => {
        soughtPerson.value = person;
      },
    };
    if (!isPerson) return [];
    return person.profile_url ? [profile, known] : [known];
  },
};

export const finders: readonly Finder[] = [
  accountFinder(({ account_id }) => ({ href: addressOf(account_id) })),
  payments,
  invoices,
  people,
];
