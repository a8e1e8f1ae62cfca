import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { answersByDay, sumsOf, totalOf } from './answers-by-day.ts';
import { AllAnswers, AnswersOfDay, AnswersQuery, SourceAnswers } from './shapes.ts';

export const reportAnswers = operation({
  id: 'sources.report-answers',
  summary: 'Count the answers of sources by day, with hit rate, cost per hit and field, and credits earned',
  description: 'Answers from your own directory are free and not counted here.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/sources/answers')],
  input: AnswersQuery,
  output: Type.Object({
    days: Type.Array(AnswersOfDay, {
      description: 'Oldest first. Days on which a source was not asked are missing.',
    }),
    sources: Type.Array(SourceAnswers, {
      description: 'The sums of each source, the one that found most first.',
    }),
    total: AllAnswers,
  }),
  errors: [],

  async run({ db }, asked) {
    const days = await answersByDay(db, asked);
    return { days, sources: sumsOf(days), total: totalOf(days) };
  },
});
