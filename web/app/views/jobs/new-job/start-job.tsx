import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { InsufficientCreditsError } from '#client';
import { endedPurchases } from '#web/app/parts/buying/purchases.ts';
import FormAsCode from '#web/app/parts/code/form-as-code.tsx';
import { Note } from '#web/app/parts/note.tsx';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { createJob } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { counted, countOf } from '#web/shared/values/count.tsx';
import { jobCall } from './job-call.ts';
import type { ChosenFile } from './use-file-reading.ts';

type Names = 'name' | 'include' | 'limit_credits' | 'webhook_url';

export interface StartOptions {
  name?: string;
  include?: ('emails' | 'phones' | 'links')[];
  limit_credits?: number;
  webhook_url?: string;
}

const includes = [
  ['', 'Emails, phones and links'],
  ['emails', 'Emails only'],
  ['phones', 'Phones only'],
  ['emails phones', 'Emails and phones'],
] as const;

interface StartJobProps {
  file: ChosenFile;
  credits: number;
  profiles: number;
  onStart: (options: StartOptions) => Promise<void>;
  /** Leads to the plans, for an account without credits. */
  onBuy: () => Promise<void>;
  /** The summary of the job. Above the options and the button, which stays in sight. */
  children: ComponentChildren;
}

export function StartJob({ file, credits, profiles, onStart, onBuy, children }: StartJobProps) {
  const [limit, setLimit] = useState('');
  const balance = useAnswer('GET /internal/billing/balance/{account_id}', { path: { account_id: me } });
  useEffect(() => {
    if (endedPurchases.value > 0) void balance.reload();
  }, [endedPurchases.value]);
  if (profiles === 0)
    return (
      <>
        {children}
        <Note>None of these rows can be looked up.</Note>
      </>
    );
  const atMost = limit === '' ? credits : Math.min(credits, Number(limit));
  const left = balance.value && balance.value.balance + balance.value.held;
  const start = async (values: FormValues<Names>) => {
    if (left === 0) return onBuy();
    try {
      await onStart(optionsIn(values));
    } catch (error) {
      if (!(error instanceof InsufficientCreditsError)) throw error;
      await balance.reload();
    }
  };
  return (
    <div class="start-job">
      <Form<Names>
        submit={left === 0 ? 'Get credits' : `Start · at most ${counted(atMost, 'credit')}`}
        onSubmit={start}
        onInput={({ limit_credits }) => setLimit(limit_credits)}
        actions={left !== undefined && <Balance left={left} needed={atMost} />}
      >
        {children}
        <details>
          <summary>Advanced</summary>
          <div class="advanced">
            <Options file={file} />
          </div>
        </details>
        <FormAsCode callOf={jobCall(file)} />
      </Form>
    </div>
  );
}

const Options = ({ file }: { file: ChosenFile }) => (
  <>
    <Field
      {...createJob.name}
      label="Name of the job"
      value={file.name.slice(0, createJob.name.maxLength)}
      isRequired={false}
    />
    <Choice name="include" label="Contacts to return" options={includes} />
    <Field
      {...createJob.limit_credits}
      label="Limit of credits"
      hint="The job pauses when it has spent this many."
      isRequired={false}
    />
    <Field
      {...createJob.webhook_url}
      label="Webhook"
      hint="An https:// address of your own. It gets a signed message when the job ends or pauses."
      type="url"
      isRequired={false}
    />
  </>
);

/** Whether the credits suffice, as far as that is known. */
function Balance({ left, needed }: { left: number; needed: number }) {
  if (left === 0)
    return (
      <span class="small" role="status">
        You have no credits, and this job needs at most {countOf(needed)}. The file is kept in this tab while
        you buy some.
      </span>
    );
  return left >= needed ? (
    <span class="small faint">You have {countOf(left)}. People we don’t find are free.</span>
  ) : (
    <span class="small">
      You have {countOf(left)}. When they are spent the job pauses, until you{' '}
      <a href="/app/plans">buy more</a>.
    </span>
  );
}

const optionsIn = ({ name, include, limit_credits, webhook_url }: FormValues<Names>): StartOptions => ({
  ...(name ? { name } : {}),
  ...(include ? { include: include.split(' ') as NonNullable<StartOptions['include']> } : {}),
  ...(limit_credits ? { limit_credits: Number(limit_credits) } : {}),
  ...(webhook_url ? { webhook_url } : {}),
});
