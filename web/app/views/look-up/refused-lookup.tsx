import { BudgetReachedError, type ContactryError, InvalidProfileUrlError } from '#client';
import { OutsideLink } from '#web/app/parts/outside-link.tsx';
import { Action } from '#web/shared/feedback/action.tsx';
import { explainError } from '#web/shared/feedback/explain-error.ts';
import { Refusal } from '#web/shared/feedback/refusal.tsx';
import { counted } from '#web/shared/values/count.tsx';
import { timeOf } from '#web/shared/values/time.tsx';

interface RefusedLookupProps {
  /** `invalid_profile_url`, `insufficient_credits` or `budget_reached`. */
  error: ContactryError;
  onSuggestion: (link: string) => Promise<void>;
}

/** Why a lookup was refused, and what the reader can do about it. */
export default function RefusedLookup({ error, onSuggestion }: RefusedLookupProps) {
  if (error instanceof InvalidProfileUrlError)
    return (
      <Refusal of={explainError(error)} title="This is not a link to a person’s profile.">
        {error.suggestion && <Suggestion link={error.suggestion} onTake={onSuggestion} />}
      </Refusal>
    );
  if (error instanceof BudgetReachedError)
    return (
      <Refusal of={{ ...explainError(error), text: budgetText(error) }} title="A budget is reached.">
        <a class="button" href="/app/credits">
          See budgets
        </a>
      </Refusal>
    );
  return (
    <Refusal of={explainError(error)} title="You have no credits left.">
      <a class="button" href="/app/plans">
        See plans
      </a>
    </Refusal>
  );
}

function budgetText({ budget: { scope, credits, period }, starts_again_at: at }: BudgetReachedError): string {
  const whose = scope === 'key' ? 'Your key' : 'Your account';
  const limit = `${whose} may spend ${counted(credits, 'credit')} per ${period}.`;
  return `${limit} Nothing was charged. ${at ? `The budget starts again on ${timeOf(at)}. ` : ''}Or raise it now.`;
}

/** It may be an organisation or another person, so the reader sees where it leads before using it. */
function Suggestion({ link, onTake }: { link: string; onTake: (link: string) => Promise<void> }) {
  return (
    <>
      <p>
        Did you mean <OutsideLink to={link} />?
      </p>
      <Action label="Look it up" run={() => onTake(link)} />
    </>
  );
}
