import { explained } from '#web/app/parts/explained.ts';
import { planNames } from '#web/app/views/invoices/plan-names.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { session } from '#web/shared/session/session.ts';

interface ClaimProps {
  token: string;
  planId: string | null;
  onClaimed: () => Promise<void>;
}

/**
 * A purchase that was paid before the buyer signed in. It becomes this account's after a click, because anyone can send a link to this page.
 * Repeats, such as by a second tab, are harmless.
 */
export function Claim({ token, planId, onClaimed }: ClaimProps) {
  const { value: prices } = useAnswer('GET /api/pricing');
  const claim = async () => {
    try {
      await api.call('POST /internal/billing/claim', { body: { token, account_id: me, email: me } });
    } catch (failure) {
      throw explained(failure, { already_claimed: takenWords });
    }
    await onClaimed();
  };
  return (
    <Card title="Is this your payment?">
      <p>
        A payment{planId && ` for ${planNames(prices)(planId)}`} has arrived, and no account has it yet. Add
        it to {session.value?.email ?? 'your account'} if you made it. You can’t move it to another account
        later.
      </p>
      <div class="actions">
        <Action label="Add it to my account" isPrimary run={claim} />
        <a class="button" href="/app">
          Not mine
        </a>
      </div>
    </Card>
  );
}

const takenWords = () =>
  `Another account has claimed it, not ${session.value?.email ?? 'this one'}. Sign in with that account to use it.`;
