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

const perOf = (thing: string) =>
  orNull(Type.Number(), `The whole charge per ${thing}, in paise. Null without one.`);

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
  emails_found: Type.Integer({ description: 'The emails among them.' }),
  phones_found: Type.Integer({ description: 'The phones among them.' }),
  links_found: Type.Integer({ description: 'The links among them.' }),
  cost_paise: Type.Number({ description: "The vendor's charge." }),
  hit_paise: perOf('question that found something'),
  value_paise: perOf('value found'),
  email_paise: perOf('email found'),
  phone_paise: perOf('phone found'),
  link_paise: perOf('link found'),
  credits_earned: Type.Number({
    description:
      'Credits charged for lookups that asked sources and returned its emails or phones. Sources that returned some for the same lookup, and your directory, have equal parts.',
  }),
  credit_paise: perOf('credit earned'),
};

export const AllAnswers = Type.Object(figures, {
  title: 'AllSourceAnswers',
  description: 'All sources together.',
});
export type Figures = Static<typeof AllAnswers>;

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
