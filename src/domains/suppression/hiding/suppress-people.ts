import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { namedValues, personMembers } from '../named-values.ts';
import { Reason, requestedBy, SuppressionIds, suppressionIdOf } from '../shapes.ts';
import { eraseSuppressed } from './erase-suppressed.ts';
import { hidePeople } from './hide-people.ts';

export const suppressPeople = operation({
  id: 'suppression.suppress-people',
  summary: 'Put people on the suppression list',
  description:
    'From the answer on, lookups tell nothing of them, stored answers are withdrawn and imports leave them out; what the ' +
    'directory has of them is erased in the background. A person is hidden whole by any one value. Safe to repeat.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/suppressions')],
  input: Type.Object({
    ...personMembers,
    items: Type.Optional(
      Type.Array(Type.Object(personMembers, { additionalProperties: false }), {
        minItems: 1,
        maxItems: 1000,
        description:
          'Several people, each named by one or more members, instead of or besides one named directly.',
      }),
    ),
    reason: Reason,
    requested_by: requestedBy('operator'),
  }),
  example: { email: 'asha@asha.example.com' },
  output: Type.Object({
    added: SuppressionIds('Entries that are new.'),
    known: Type.Integer({ description: 'Values that were on the list before.' }),
    profiles_hidden: Type.Integer({
      description:
        'Profiles that are hidden with these values: those named, and those that carry one in the directory or in what sources said.',
    }),
    answers_withdrawn: Type.Integer({
      description: 'Stored answers of lookups that tell nothing any more when they are fetched again.',
    }),
  }),
  errors: [],

  async run(ctx, { items = [], reason, requested_by, ...members }) {
    const people = items.map((item, at) => ({ members: item, path: ['items', at] }));
    const isDirect = Object.keys(members).length > 0 || items.length === 0;
    const values = namedValues(ctx.ports, [...(isDirect ? [{ members }] : []), ...people]);

    const hidden = await hidePeople(ctx, values, { reason, requestedBy: requested_by });
    ctx.enqueue(eraseSuppressed, {});
    ctx.audit('suppression.added', {
      suppressions: values.map(({ key }) => suppressionIdOf(key)),
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
