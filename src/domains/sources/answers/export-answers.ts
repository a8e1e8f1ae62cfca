import { csvText } from '#core/answers/csv-text.ts';
import { FileAnswer, FileOutput } from '#core/answers/file-answer.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { answersByDay } from './answers-by-day.ts';
import { AnswersQuery } from './shapes.ts';

const contentType = 'text/csv; charset=utf-8';

const columns = [
  'date',
  'source',
  'asked',
  'found',
  'not_found',
  'failed',
  'hit_rate',
  'values_found',
  'emails_found',
  'phones_found',
  'links_found',
  'cost_paise',
  'hit_paise',
  'value_paise',
  'email_paise',
  'phone_paise',
  'link_paise',
  'credits_earned',
  'credit_paise',
] as const;

export const exportAnswers = operation({
  id: 'sources.export-answers',
  summary: 'Download the answers of sources by day as CSV',
  kind: 'query',
  share: 'reports',
  readsMayLag: true,
  doors: [admin('GET', '/api/v1/admin/sources/answers/csv')],
  input: AnswersQuery,
  output: FileOutput,
  contentType,
  errors: [],
  idempotency: 'none',

  async run({ db }, asked) {
    const days = await answersByDay(db, asked);
    const rows = days.map((day) => columns.map((name) => String(day[name] ?? '')));
    return new FileAnswer('answers-by-source.csv', contentType, csvText([[...columns], ...rows]));
  },
});
