import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { namedValues, personMembers } from '../named-values.ts';
import { Reason, requestedBy, SuppressionIds, suppressionIdOf } from '../shapes.ts';
import { eraseSuppressed } from './erase-suppressed.ts';
import { hidePeople } from './hide-people.ts';

export const suppressPeople = operation({
  id: 'suppression.suppress-people',
  summary: 'Add people to the suppression list',
  description:
    'Takes effect when you get the response: lookups reveal nothing about them, stored answers are withdrawn and imports skip ' +
    'them. Their directory data is erased in the background. Any one value hides the whole person. Safe to repeat.',
  kind: 'command',
  atDirectory: true,
  doors: [admin('POST', '/api/v1/admin/suppressions')],
  roles: ['support'],
  input: Type.Object({
    ...personMembers,
    items: Type.Optional(
      Type.Array(Type.Object(personMembers, { additionalProperties: false }), {
        minItems: 1,
        maxItems: 1000,
        description:
          'Several people, each identified by one or more members. You can also identify one person directly.',
      }),
    ),
    reason: Reason,
    requested_by: requestedBy('operator'),
  }),
  example: { email: 'asha@asha.example.com', reason: 'Asked by letter' },
  output: Type.Object({
    added: SuppressionIds('Entries that were added.'),
    known: Type.Integer({ description: 'Values that were already on the list.' }),
    profiles_hidden: Type.Integer({
      description:
        'Profiles hidden with these values: those you named, and those that carry one in the directory or in a source’s answer.',
    }),
    answers_withdrawn: Type.Integer({
      description: 'Stored lookup answers that were withdrawn.',
    }),
  }),

  async run(ctx, { items = [], reason, requested_by, ...members }) {
    const people = items.map((item, at) => ({ members: item, path: ['items', at] }));
    const isDirect = Object.keys(members).length > 0 || items.length === 0;
    const values = namedValues(ctx.ports, [...(isDirect ? [{ members }] : []), ...people]);

    const hidden = await hidePeople(ctx, values, { reason, requestedBy: requested_by });
    const known = values.filter(({ key }) => !hidden.added.includes(key));
    ctx.enqueue(eraseSuppressed, {});
    ctx.audit('suppression.added', {
      before: { suppressions: known.map(({ key }) => suppressionIdOf(key)) },
      after: { suppressions: values.map(({ key }) => suppressionIdOf(key)) },
      reason,
      requested_by,
    });
    return {
      added: hidden.added.map(suppressionIdOf),
      known: values.length - hidden.added.length,
      profiles_hidden: hidden.profiles.length,
      answers_withdrawn: hidden.withdrawn.answers ?? 0,
    };
  },
});
