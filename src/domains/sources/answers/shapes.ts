import Type, { type Static } from 'typebox';
import { orNull } from '#core/shapes.ts';

export const daysMax = 366;

export const AnswersQuery = Type.Object({
  days: Type.Integer({
    minimum: 1,
    maximum: daysMax,
    default: 30,
    description: 'How many UTC days, with today.',
  }),
  source: Type.Optional(
    Type.String({ maxLength: 100, description: 'The `id` of one source. Default: all.' }),
  ),
});

const figures = {
  asked: Type.Integer({ description: 'Questions sent for lookups.' }),
  found: Type.Integer({ description: 'Questions that found something.' }),
  not_found: Type.Integer({ description: 'Questions that found nothing.' }),
  failed: Type.Integer({ description: 'Questions without an answer.' }),
  hit_rate: orNull(
    Type.Number(),
    'Share of the answered questions that found something, from 0 to 1. Null without answers.',
  ),
  values_found: Type.Integer({ description: 'Emails, phones and links in its answers.' }),
  cost_paise: Type.Number({ description: "The vendor's charge." }),
  value_paise: orNull(Type.Number(), 'The charge per value found, in paise. Null if no value was found.'),
};

export const SourceAnswers = Type.Object(
  { source: Type.String({ description: 'The `id` of the source.' }), ...figures },
  { title: 'SourceAnswers' },
);
export type SourceAnswers = Static<typeof SourceAnswers>;

export const AnswersOfDay = Type.Object(
  { date: Type.String({ format: 'date', description: 'The UTC day.' }), ...SourceAnswers.properties },
  { title: 'AnswersOfDay' },
);
export type AnswersOfDay = Static<typeof AnswersOfDay>;
