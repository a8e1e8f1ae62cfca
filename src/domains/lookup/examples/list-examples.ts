import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { everHadCredits } from '#domains/credits/index.ts';
import { fictionalPeople } from '../finding/fictional-directory.ts';

export const listExamples = operation({
  id: 'lookup.list-examples',
  summary: 'List links of fictional people to try lookups with',
  description: 'The people whom test keys find. Look one up with `POST /internal/examples/{account_id}`.',
  kind: 'query',
  doors: [dashboard('GET', '/internal/examples/{account_id}')],
  account: 'required',
  input: Type.Object({}),
  example: { account_id: 'acme-42' },
  output: Type.Object({
    account_id: Type.String(),
    had_credits: Type.Boolean({
      description:
        'Whether the account has ever had a credit. Until then, show examples in place of lookups.',
    }),
    items: Type.Array(
      Type.Object({
        profile_url: Type.String(),
        full_name: Type.String({ description: 'The name of the fictional person.' }),
        emails: Type.Integer({ description: 'Emails that are found.' }),
        phones: Type.Integer({ description: 'Phones that are found.' }),
        links: Type.Integer({ description: 'Links that are found. Links alone are free.' }),
      }),
    ),
  }),
  errors: ['not_found'],

  async run(ctx) {
    return {
      account_id: ctx.account.account_id,
      had_credits: await everHadCredits(ctx.db, ctx.account.id),
      items: fictionalPeople.map(({ profile, contacts }) => ({
        profile_url: profile.url,
        full_name: contacts.person.full_name ?? '',
        emails: contacts.emails.length,
        phones: contacts.phones.length,
        links: contacts.links.length,
      })),
    };
  },
});
