import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { type Draft, mailPerson } from '#domains/mails/index.ts';
import { eraseSuppressed } from '../hiding/erase-suppressed.ts';
import { hidePeople, profilesOf } from '../hiding/hide-people.ts';
import { namedValues, personMembers } from '../named-values.ts';
import { mailTo, Reason, requestedBy, SuppressionIds, suppressionIdOf } from '../shapes.ts';
import { takeSuppressionLock } from '../sql.ts';
import { announceWithdrawal, carriersOf, eraseFrom, withdrawFrom } from '../stores.ts';

export const erasePerson = operation({
  id: 'suppression.erase-person',
  summary: 'Erase a person',
  description:
    'Deletes the named profile and every profile that carries the address or number, in the directory and in stored answers of ' +
    'sources and lookups. The log of disclosures stays as proof and contains no contact values. Export the person first to see ' +
    'whom to inform (GDPR Art. 19). With `mail_to`, the person gets a mail that says what was done.',
  kind: 'command',
  atDirectory: true,
  doors: [admin('POST', '/api/v1/admin/people/erasure')],
  roles: ['support'],
  input: Type.Object({
    ...personMembers,
    reason: Reason,
    requested_by: requestedBy('subject'),
    mail_to: Type.Optional(mailTo),
    suppress: Type.Boolean({
      default: true,
      description: 'Whether to suppress the person as well. Otherwise a later import may bring them back.',
    }),
  }),
  example: {
    email: 'asha@asha.example.com',
    profile_url: 'https://github.com/leela-example',
    reason: 'Asked by letter',
  },
  output: Type.Object({
    profiles_erased: Type.Integer({ description: 'Profiles erased from the directory.' }),
    source_answers_erased: Type.Integer({ description: 'Stored answers of sources that were erased.' }),
    answers_withdrawn: Type.Integer({ description: 'Stored lookup answers that were withdrawn.' }),
    erased: Type.Record(Type.String(), Type.Integer(), {
      description: 'How much each part of the service erased or withdrew, by its name.',
    }),
    accounts_told: Type.Integer({ description: 'Accounts that ever received data about the person.' }),
    suppressed: SuppressionIds("The person's entries on the suppression list, existing or new."),
  }),

  async run(ctx, { reason, requested_by, suppress, mail_to, ...members }) {
    const { personalData } = ctx.ports;
    const values = namedValues(ctx.ports, [{ members }]);
    const keys = values.map(({ key }) => key);

    await takeSuppressionLock(ctx.db);
    const carriers = await carriersOf(personalData, ctx.db, keys);
    const profiles = profilesOf(values, carriers);
    const { withdrawn } = suppress
      ? await hidePeople(ctx, values, { reason, requestedBy: requested_by })
      : { withdrawn: await withdrawFrom(personalData, ctx.db, profiles) };
    if (!suppress) await announceWithdrawal(personalData, ctx.db, profiles);
    const erased = await eraseFrom(personalData, ctx.db, profiles);
    const gone = (store: string) => (withdrawn[store] ?? 0) + (erased[store] ?? 0);

    if (suppress) ctx.enqueue(eraseSuppressed, {});
    if (mail_to !== undefined) await mailPerson(ctx, mail_to, erasureMail(suppress, ctx.ports.publicUrl()));
    const profilesErased = gone('directory');
    ctx.audit('person.erased', {
      before: { profiles: profilesErased },
      // An erasure leaves its entry also where nothing was stored.
      after: { profiles: 0, erased_at: ctx.now().toISOString() },
      suppressions: keys.map(suppressionIdOf),
      suppress,
      reason,
    });
    return {
      profiles_erased: profilesErased,
      source_answers_erased: gone('source_answers'),
      answers_withdrawn: gone('answers'),
      erased: Object.fromEntries(personalData.map(({ id }) => [id, gone(id)])),
      accounts_told: await accountsDisclosedTo(ctx, profiles),
      suppressed: suppress ? keys.map(suppressionIdOf) : [],
    };
  },
});

const erasureMail = (suppress: boolean, home: string): Draft => ({
  template: 'person_erased',
  values: { suppressed: String(suppress) },
  subject: 'The data about you is erased',
  blocks: [
    `You asked ${home} to erase the data that it had about you. That is done.`,
    suppress
      ? 'You are also on the list of people who must not appear here again. It has codes of your address, number or profile, and not the values themselves.'
      : 'If someone sends us a file with your data later, it may be stored again. To prevent that, opt out:',
    ...(suppress ? [] : [{ link: `${home}/opt-out`, label: 'Opt out' }]),
  ],
});

async function accountsDisclosedTo({ ports, db }: Context, profiles: string[]): Promise<number> {
  const counts = await Promise.all(
    ports.personalData.map((store) => store.accountsDisclosedTo?.(db, profiles)),
  );
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
