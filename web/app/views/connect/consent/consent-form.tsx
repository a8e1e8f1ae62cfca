import type { Answer } from '#client';
import { Note } from '#web/app/parts/note.tsx';
import { api, me } from '#web/shared/answers/api.ts';
import { Check } from '#web/shared/forms/check.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { approveRequest } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { session } from '#web/shared/session/session.ts';
import type { AgentRequest } from './request-of.ts';
import { type Scope, scopeWords } from './scope-words.ts';

type Consent = Answer<'POST /internal/connections/{account_id}/requests'>;

interface ConsentFormProps {
  of: Consent;
  request: AgentRequest;
  onDone: () => void;
}

/** Enough to try an agent, and little enough if it runs away. */
const creditsPerDay = 50;

/** The agent, its scopes and its budget. */
export function ConsentForm({
  of: { agent, scopes, return_url, access },
  request,
  onDone,
}: ConsentFormProps) {
  const approve = async (values: FormValues<Scope | 'credits_per_day'>) => {
    const { credits_per_day: credits } = values;
    const approved = await api.call('POST /internal/connections/{account_id}', {
      path: { account_id: me },
      body: {
        ...request,
        scopes: scopes.filter((scope) => values[scope] === 'true'),
        ...(credits && { credits_per_day: Number(credits) }),
      },
    });
    // A program on this computer leaves the page open.
    onDone();
    location.assign(approved.return_url);
  };
  return (
    <Card title={`May ${agent!.name} act for your account?`}>
      <Facts
        of={[
          ['Agent', agent!.host ? `${agent!.name}, by ${agent!.host}` : `“${agent!.name}” (not verified)`],
          ['Your account', session.value?.email],
          ['Answers go to', agent!.sends_to ?? 'A program on this computer'],
        ]}
      />
      {!agent!.host && (
        <Note tone="warn">
          <p>
            No one vouches for this name. Continue only if you have just connected it in a program that you
            trust.
          </p>
        </Note>
      )}
      {access && (
        <Note tone="warn">
          <p>{access}</p>
        </Note>
      )}
      <Form<Scope | 'credits_per_day'>
        submit="Connect"
        onSubmit={approve}
        actions={
          <a class="button" href={return_url!} rel="noreferrer">
            Cancel
          </a>
        }
      >
        <fieldset class="scopes">
          <legend>It may</legend>
          {scopes.map((scope) => (
            <Check key={scope} name={scope} label={scopeWords[scope][0]} hint={scopeWords[scope][1]} value />
          ))}
        </fieldset>
        <Field
          {...approveRequest.credits_per_day}
          label="Credits per day"
          hint="The most that it may spend in a day. Empty: as much as your account may."
          value={creditsPerDay}
          isRequired={false}
        />
      </Form>
      <p class="small faint">You can limit or end it at any time under Connect.</p>
    </Card>
  );
}
