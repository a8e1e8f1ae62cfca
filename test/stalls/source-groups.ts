import { contactsOf } from '#domains/sources/asking/reply.ts';
import type { Outcome } from '#platform/contact-sources/source/outcome.ts';
import { answerOf } from '#platform/outgoing/vendors/vendor-answer.ts';
import { sourceAnswers } from '../support/source-answers.ts';
import type { Case, Group } from './growth.ts';
import { hostileTexts } from './hostile-text.ts';
import { answerLengthMax, spoiltAnswers } from './spoilt-answers.ts';

/** As far as the contacts in it. */
function understand(read: unknown): void {
  const outcome = read as Outcome | null;
  if (outcome?.outcome === 'found') contactsOf(outcome, '2026-11-01T00:00:00.000Z');
}

const answers = Object.entries(sourceAnswers).map(
  ([name, { read, good }]): Group => ({
    name: `an answer of ${name} with hostile text in any place`,
    lengthMax: answerLengthMax,
    *cases() {
      for (const { name, of } of spoiltAnswers(good)) {
        yield {
          name,
          of(length) {
            const json = of(length / answerLengthMax);
            return () => understand(read(json));
          },
        };
      }
    },
  }),
);

const parsed: Group = {
  name: "a source's answer that need not be JSON",
  lengthMax: answerLengthMax,
  *cases() {
    const headers = { 'content-type': 'application/json' };
    const texts = [
      ...hostileTexts(answerLengthMax),
      ...hostileTexts(answerLengthMax, '{"a":"', '"}'),
      ...nested,
    ];
    for (const { name, of } of texts) {
      yield {
        name,
        of(length): ReturnType<Case['of']> {
          const body = Buffer.from(of(length));
          return () => answerOf({ ok: true, status: 200, headers, body, ms: 1 });
        },
      };
    }
  },
};

const nested = [
  { name: 'lists in lists', of: (length: number) => '['.repeat(length / 2) + ']'.repeat(length / 2) },
  {
    name: 'objects in objects',
    of: (length: number) => `${'{"a":'.repeat(length / 6)}1${'}'.repeat(length / 6)}`,
  },
  { name: 'many empty lists', of: (length: number) => `[${'[],'.repeat(length / 3)}[]]` },
];

export const sourceGroups: readonly Group[] = [...answers, parsed];
