import { useState } from 'preact/hooks';
import { ValidationError } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { ask } from '#web/shared/feedback/ask.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { counted, countOf } from '#web/shared/values/count.tsx';
import { personOf } from './person-of.ts';
import { RequestedByChoice } from './requested-by-choice.tsx';
import type { RequestedBy } from './types.ts';

const perCall = 1000;

/** Adds many values at once, one on a line. */
export function AddSuppressions({ onAdded }: { onAdded: () => unknown }) {
  const [round, next] = useState(0);
  const add = async ({
    lines: text,
    reason,
    requested_by,
  }: FormValues<'lines' | 'reason' | 'requested_by'>) => {
    const lines = linesOf(text);
    const answer = await ask({
      title: lines.length === 1 ? 'Suppress this person?' : `Suppress ${countOf(lines.length)} people?`,
      text: 'Lookups disclose nothing about them from now on, and what is stored about them is erased within minutes. Erased data does not come back.',
      act: 'Suppress',
      isDanger: true,
    });
    if (answer === null) return;
    const sum = { added: 0, known: 0, hidden: 0 };
    for (let from = 0; from < lines.length; from += perCall) {
      const done = await addSome(lines.slice(from, from + perCall), reason, requested_by as RequestedBy);
      sum.added += done.added.length;
      sum.known += done.known;
      sum.hidden += done.profiles_hidden;
    }
    const known = sum.known > 0 ? `, ${countOf(sum.known)} were on the list before` : '';
    notify(`${countOf(sum.added)} added${known}. ${counted(sum.hidden, 'profile')} hidden.`);
    next(round + 1);
    onAdded();
  };
  return (
    <Card title="Suppress people">
      <Form key={round} submit="Suppress" onSubmit={add} isDanger>
        <Field
          name="lines"
          label="Emails, phones or profile links"
          hint="One on a line. Any one of them hides the whole person."
          rows={5}
          isRequired
        />
        <Reason hint="It is kept in the list and the audit log, so don’t name the person in it." />
        <RequestedByChoice value="operator" />
      </Form>
    </Card>
  );
}

interface Line {
  number: number;
  text: string;
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .map((line, at) => ({ number: at + 1, text: line.trim() }))
    .filter((line) => line.text !== '');

async function addSome(lines: readonly Line[], reason: string, requested_by: RequestedBy) {
  try {
    const items = lines.map(({ text }) => personOf(text));
    return await api.call('POST /api/v1/admin/suppressions', { body: { items, reason, requested_by } });
  } catch (error) {
    throw error instanceof ValidationError ? withLines(error, lines) : error;
  }
}

/** The faults of all lines at the field in which they stand. */
function withLines({ faults, requestId }: ValidationError, lines: readonly Line[]): ValidationError {
  const numberOf = (loc: readonly (string | number)[]) =>
    lines[loc[loc.indexOf('items') + 1] as number]?.number;
  const others = faults.filter(({ loc }) => !loc.includes('items'));
  const msg = faults
    .filter(({ loc }) => loc.includes('items'))
    .map((fault) => `Line ${numberOf(fault.loc)}: ${fault.msg}`)
    .join('\n');
  const ofLines = { loc: ['body', 'lines'], msg, type: 'value_error' };
  return new ValidationError(msg === '' ? others : [...others, ofLines], requestId);
}
