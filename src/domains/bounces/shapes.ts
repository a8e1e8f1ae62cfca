import Type, { type Static } from 'typebox';
import { instant, orNull } from '#core/shapes.ts';

export const ReportOutcome = Type.Enum(
  ['checking', 'credited', 'already_credited', 'still_valid', 'not_confirmed', 'limit_reached', 'erased'],
  {
    description:
      '`checking`: the email is being checked. `credited`: the credit was given back. `already_credited`: another email of the same lookup gave it ' +
      'back. `still_valid`: the email takes mail. `not_confirmed`: no check gave an answer. `limit_reached`: the account has had its credits of 30 ' +
      'days back. `erased`: the person has left.',
  },
);

export const Reported = Type.Object({
  result: Type.Enum(['accepted', 'reported_before', 'not_found', 'limit_reached'], {
    description:
      '`accepted`: it will be checked. `reported_before`: you get a credit back once per email. `not_found`: no lookup that you paid for in 30 ' +
      'days returned it. `limit_reached`: you reported too many today.',
  }),
});
export type Reported = Static<typeof Reported>;

export const Report = Type.Object({
  lookup_id: Type.String({ description: 'The lookup that was paid for.' }),
  reported_at: instant('When you reported the email.'),
  outcome: ReportOutcome,
  ended_at: orNull(instant('When it was decided.'), 'Null while it is being checked.'),
});
