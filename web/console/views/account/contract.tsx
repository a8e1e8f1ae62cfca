import type { Answer } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { reloadShown } from '#web/shared/answers/use-reload.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Check } from '#web/shared/forms/check.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { saveContract } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { momentOfInput } from '#web/shared/forms/local-time.ts';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { PartProps } from './part-props.ts';

type Contract = Answer<'GET /api/v1/admin/contracts'>['items'][number];
type Member =
  | 'name'
  | 'credits'
  | 'rupees'
  | 'rate_limit_per_min'
  | 'mcp'
  | 'priority_processing'
  | 'starts_at'
  | 'ends_at'
  | 'reason';

/** A plan that was agreed with the account. */
export function ContractCard({ account: { account_id } }: PartProps) {
  const contracts = useAnswer('GET /api/v1/admin/contracts', { query: { account_id, limit: 1 } });
  const save = async (values: FormValues<Member>) => {
    const [starts_at, ends_at] = [momentOfInput(values.starts_at), momentOfInput(values.ends_at)];
    await api.call('POST /api/v1/admin/contracts', {
      body: {
        account_id,
        name: values.name,
        credits: Number(values.credits),
        amount: Math.round(Number(values.rupees) * 100),
        rate_limit_per_min: Number(values.rate_limit_per_min),
        mcp: values.mcp === 'true',
        priority_processing: values.priority_processing === 'true',
        reason: values.reason,
        ...(starts_at && { starts_at }),
        ...(ends_at && { ends_at }),
      },
    });
    notify('The contract is saved.');
    await reloadShown();
  };
  return (
    <Card title="Contract">
      <Show of={contracts}>
        {({ items: [contract] }) => (
          <>
            {contract && <Current of={contract} />}
            <details>
              <summary>{contract ? 'Agree on another one' : 'Agree on a plan of its own'}</summary>
              <ContractForm key={contract?.id} of={contract} onSubmit={save} />
            </details>
          </>
        )}
      </Show>
    </Card>
  );
}

function Current({ of: contract }: { of: Contract }) {
  const { id, name, credits, amount, rate_limit_per_min, mcp, starts_at, ends_at, reason, actor } = contract;
  const isOver = ends_at !== null && new Date(ends_at) <= new Date();
  const end = async (given: { reason: string }) => {
    await api.call('POST /api/v1/admin/contracts/{contract_id}/end', {
      path: { contract_id: id },
      body: given,
    });
    notify('The contract has ended.');
    await reloadShown();
  };
  return (
    <>
      <Facts
        of={[
          ['Plan', name],
          ['Credits per month', countOf(credits)],
          ['Price per month', <Rupees paise={amount} />],
          ['Requests/min', countOf(rate_limit_per_min)],
          ['Agents', mcp ? 'Let in' : 'Kept out'],
          ['From', <Time at={starts_at} />],
          [isOver ? 'Ended' : 'Until', ends_at ? <Time at={ends_at} /> : 'No end'],
          ['Agreed', `${reason} (${actor})`],
        ]}
      />
      {!isOver && (
        <Action
          label="End it now"
          isDanger
          run={end}
          confirm={{
            title: 'End the contract now?',
            text: 'No further credits are granted. Those of this month stay until its end.',
            act: 'End the contract',
            keep: 'Keep it',
            needsReason: true,
          }}
        />
      )}
    </>
  );
}

interface ContractFormProps {
  of: Contract | undefined;
  onSubmit: (values: FormValues<Member>) => Promise<void>;
}

const ContractForm = ({ of: contract, onSubmit }: ContractFormProps) => (
  <Form submit="Save the contract" onSubmit={onSubmit}>
    <Field
      {...saveContract.name}
      label="Plan"
      hint="As the account reads it."
      value={contract?.name ?? 'Enterprise'}
    />
    <Field
      {...saveContract.credits}
      label="Credits per month"
      hint="Granted at the start of each month. They expire at its end."
      value={contract?.credits}
    />
    <Field
      name="rupees"
      label="Price per month in rupees"
      hint="For your records. Nothing is charged."
      type="number"
      step={0.01}
      value={contract && contract.amount / 100}
      isRequired
    />
    <Field
      {...saveContract.rate_limit_per_min}
      label="Requests/min"
      hint="For each key."
      value={contract?.rate_limit_per_min ?? 300}
    />
    <Check name="mcp" label="Agents can connect" value={contract?.mcp ?? true} />
    <Check
      name="priority_processing"
      label="Lookups have a priority lane"
      value={contract?.priority_processing ?? true}
    />
    <Field
      {...saveContract.starts_at}
      label="From"
      type="datetime-local"
      hint="Empty for now."
      isRequired={false}
    />
    <Field
      {...saveContract.ends_at}
      label="Until"
      type="datetime-local"
      hint="Empty for no end."
      isRequired={false}
    />
    <Reason hint="The agreement in a sentence. For operators and the audit log." />
  </Form>
);
