import type { Dice } from './dice.ts';
import type { Memory } from './memory.ts';

/** The number of people in the directory; see `contactRows`. */
export const knownPeople = 40;

const troubles = ['busy', 'penniless', 'broken', 'garbled', 'odd', 'nobody'];

/** Links to people who don't exist: in the directory, at the vendors' stand-ins, or nowhere. */
function profileLink(dice: Dice): string {
  const network = dice.pick(['github.com/', 'gitlab.com/', 'https://www.linkedin.com/in/', 'codeberg.org/']);
  return dice.pick([
    () => `github.com/known-person-${dice.below(knownPeople)}`,
    () => `github.com/known-person-${dice.below(knownPeople)}`,
    () => `https://www.linkedin.com/in/${dice.pick(['asha', 'ravi'])}-example/?trk=x`,
    () => dice.pick(['github.com/asha-example', 'gitlab.com/ravi.sample', 'bitbucket.org/dana-desk']),
    () => `${network}${dice.pick(troubles)}-example`,
    () => `${network}no-match-${dice.below(1000)}`,
    () => dice.pick(['https://127.0.0.1/x', 'https://example.com/', 'linkedin.com/company/example', 'x']),
  ])();
}

/** Operations about people who can be looked up; all others are about customers, whose addresses aren't contacts. */
const aboutPeople = /Lookups|Bulk jobs|suppression|Directory/;

const customersEmail = (dice: Dice) => `guest-${dice.below(1000)}@mail-${dice.below(100)}.example`;
const email = (dice: Dice, _: Memory, theme: string) =>
  aboutPeople.test(theme) && dice.chance(0.6)
    ? `person-${dice.below(knownPeople)}@example.com`
    : customersEmail(dice);
/** From the ranges that are kept free for fiction. */
const phone = (dice: Dice) => `+447700900${String(dice.below(1000)).padStart(3, '0')}`;
const address = (dice: Dice) =>
  dice.pick([`198.51.100.${dice.below(256)}`, '203.0.113.0/28', '2001:db8:f::1']);
const moment = (dice: Dice) =>
  dice.pick([
    new Date(Date.UTC(2026, dice.below(12), 1 + dice.below(28))).toISOString(),
    `2026-${String(1 + dice.below(12)).padStart(2, '0')}-01`,
    '2099-01-01T00:00:00Z',
  ]);

/** By the end of a member's name; the first that fits. */
const forms: readonly [RegExp, (dice: Dice, memory: Memory, theme: string) => string][] = [
  [/email$/, email],
  [/^(profile_url|url|linkedin_url)$/, profileLink],
  [/(phone|whatsapp|number)$/, phone],
  [/allowed_ips$/, (dice) => dice.pick(['2001:db8::/32', '198.51.100.7', '2001:db8::/32, 203.0.113.0/24'])],
  [/(^|_)ips?$/, address],
  [/account_id$/, (dice, { account }) => (dice.chance(0.8) ? account : `shared-account-${dice.below(5)}`)],
  [/^subject$/, (dice) => dice.pick([customersEmail, phone, address, () => 'locked.example'])(dice)],
  [/(^start|^end|_at|_on|date)$/, moment],
  [/(webhook|callback|redirect|return).*url$/, () => 'https://hooks.contactry.example/arrived'],
  [/file_name$/, (dice) => `people-${dice.below(100)}.csv`],
  [
    /^(name|full_name)$/,
    (dice, _, theme) =>
      aboutPeople.test(theme)
        ? dice.pick(['Asha Example', 'Ravi Sample', 'Dana Desk', 'Nobody'])
        : `Name ${dice.below(100)}`,
  ],
  [/source_id$/, (dice) => dice.pick(['github', 'gitlab', 'gravatar', 'prospeo', 'hunter', 'website'])],
  [/^state$/, (dice) => dice.pick(['Karnataka', 'karnataka', 'Orissa', '29', 'Karnatka', 'Ladakh'])],
  [/^pincode$/, (dice) => dice.pick(['560001', '560001', '194101', '056000'])],
  [/^gstin$/, (dice) => dice.pick(['', '', '29ABCDE1234F1ZW', '29ABCDE1234F1Z5'])],
  [/^plan(_id)?$/, (dice) => dice.pick(['credits_25', 'starter', 'pro'])],
];

/** A text that fits a member of this name in an operation of this theme; undefined where the name says nothing. */
export const fictional = (name: string, dice: Dice, memory: Memory, theme: string): string | undefined =>
  forms.find(([form]) => form.test(name))?.[1](dice, memory, theme);

/** Rows for a directory, each with an address, most with a phone. */
export function contactRows(): string {
  const rows = Array.from(
    { length: knownPeople },
    (_, at) =>
      `github.com/known-person-${at},Person Number ${at},person-${at}@example.com,+4477009000${10 + at}`,
  );
  return `profile_url,full_name,email,phone\n${rows.join('\n')}\n`;
}
