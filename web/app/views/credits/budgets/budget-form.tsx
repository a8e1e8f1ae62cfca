import { isOver, labelOf } from '#web/app/views/keys/key.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { setBudget } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { type Budget, nameOf, ownZone, zonesWith } from './budget.ts';

interface BudgetFormProps {
  /** Null for a new one. */
  of: Budget | null;
  /** The one of the account's other budgets. */
  timeZone: string | undefined;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

type Names = 'key_id' | 'period' | 'credits' | 'time_zone';

/** Adds a budget, or changes its credits and the account's time zone. */
export function BudgetForm({ of: budget, timeZone, onSaved, onClose }: BudgetFormProps) {
  const zone = timeZone ?? ownZone();
  const save = async ({ key_id, period, credits, time_zone }: FormValues<Names>) => {
    await api.call('POST /internal/budgets/{account_id}', {
      path: { account_id: me },
      body: {
        period: (budget?.period ?? period) as Budget['period'],
        credits: Number(credits),
        time_zone,
        ...(budget ? budget.key && { key_id: budget.key.id } : key_id && { key_id }),
      },
    });
    notify('The budget is set.');
    await onSaved();
  };
  return (
    <Dialog title={budget ? `${nameOf(budget)}, per ${budget.period}` : 'Add a budget'} onClose={onClose}>
      <Form<Names>
        submit={budget ? 'Save' : 'Add the budget'}
        onSubmit={save}
        actions={
          <button type="button" onClick={onClose}>
            Not now
          </button>
        }
      >
        {!budget && <Whose />}
        <Field
          {...setBudget.credits}
          label="Credits"
          hint="Credits already spent in this period count."
          value={budget?.credits}
        />
        <Choice
          {...setBudget.time_zone}
          label="Time zone"
          hint="When days and months begin, for all budgets of the account."
          options={zonesWith(zone).map((name) => [name, name.replaceAll('_', ' ')])}
          value={zone}
        />
      </Form>
    </Dialog>
  );
}

function Whose() {
  const keys = useAnswer('GET /internal/keys/by-account/{account_id}', { path: { account_id: me } });
  const live = keys.value?.items.filter((key) => key.mode === 'live' && !isOver(key)) ?? [];
  return (
    <>
      <Choice
        name="key_id"
        label="What it limits"
        options={[['', 'The whole account'], ...live.map((key) => [key.id, labelOf(key)] as const)]}
      />
      <Choice
        {...setBudget.period}
        label="Per"
        options={[
          ['day', 'Day'],
          ['month', 'Month'],
        ]}
      />
    </>
  );
}
