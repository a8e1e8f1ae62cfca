import { contactSet, emailContact, linkContact, phoneContact, seenPerson } from '#values/contacts/index.ts';
import { fc } from '../properties.ts';

/** People in the directory, and requests for them. */
const seenAt = '2026-03-01T00:00:00.000Z';
const sources: Parameters<typeof emailContact>[1] = [
  { source: 'directory', kind: 'operator_directory', url: 'https://works.example/"team"', seen_at: seenAt },
];

/** Few letters, so that names share words and prefixes of words; some that are written in several ways, and other scripts. */
const name = fc.oneof(
  fc.constantFrom(
    'Asha Tester',
    'A. Tester',
    'Ash',
    'Zoltan Wrong',
    'Jörg Gauß',
    'Joerg Gauss',
    '李小龙',
    'İ',
    '',
  ),
  fc.string({ unit: fc.constantFrom(...'aabbeßÉ é-.\'"\\1И李ı'), maxLength: 8 }),
);
const text = fc.option(
  fc.constantFrom('Engineer', '"quoted", \\ and ,"person_seen_at":', 'Größe 李 🙂', '</script>'),
);

const contacts = fc
  .record({
    person: fc.record({ full_name: fc.option(name), headline: text, company: text, location: text }),
    emails: fc.uniqueArray(fc.constantFrom('role', 'work', 'personal'), { maxLength: 2 }),
    phones: fc.nat(1),
    links: fc.nat(2),
  })
  .map(({ person, emails, phones, links }) =>
    contactSet({
      ...seenPerson(person, seenAt),
      emails: emails.map((type) => emailContact({ address: `${type}@works.example`, type }, sources)),
      phones: Array.from({ length: phones }, () => phoneContact({ number: '+12025550143' }, sources)),
      links: Array.from({ length: links }, (_, at) =>
        linkContact({ network: 'website', handle: null, url: `https://works.example/${at}` }, sources),
      ),
    }),
  );

export const person = fc.record({
  network: fc.constantFrom('linkedin', 'github'),
  /** The name is the account's handle, as code hosts show it for people without a name. */
  isNamedAsHandle: fc.boolean(),
  contacts: fc.option(contacts, { freq: 6 }),
  isSuppressed: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
});
export type GeneratedPerson = typeof person extends fc.Arbitrary<infer Person> ? Person : never;

export const request = fc.record(
  {
    name,
    include: fc.uniqueArray(fc.constantFrom('emails', 'phones', 'links'), { minLength: 1, maxLength: 3 }),
    client_reference: fc.constantFrom('', 'row 7', '"\\\u2028{},'),
    /** Whether the canonical link is sent. */
    isCanonical: fc.boolean(),
  },
  { requiredKeys: [] },
);

export interface GeneratedAccount {
  /** Soonest expiry first. */
  lots: number[];
  /** Places of people for whom it has paid. */
  paidFor: number[];
  /** Free answers left today. Null: plenty. */
  freeLeft: number | null;
}
const accountWith = (
  lotsMin: number,
  freeLeft: fc.Arbitrary<number | null>,
): fc.Arbitrary<GeneratedAccount> =>
  fc.record({
    lots: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: lotsMin, maxLength: 3 }),
    paidFor: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
    freeLeft,
  });
// Near the limit it has a credit: with neither, the two ways give different reasons for the refusal.
const account = fc.oneof(accountWith(0, fc.constant(null)), accountWith(1, fc.nat(3)));

export const world = fc.record({
  people: fc.array(person, { minLength: 1, maxLength: 4 }),
  accounts: fc.array(account, { minLength: 1, maxLength: 2 }),
  repeatDays: fc.constantFrom(0, 30),
  requests: fc.array(
    fc.record({
      account: fc.nat(1),
      person: fc.nat(3),
      request,
      kind: fc.constantFrom('find', 'job'),
      idempotencyKey: fc.option(fc.uuid(), { freq: 2 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});
