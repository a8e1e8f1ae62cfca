import { useEffect, useState } from 'preact/hooks';
import { api, me } from '../../../shared/api.ts';
import { explainError } from '../../../shared/explain-error.ts';
import { Loading } from '../../../shared/loading.tsx';
import { Refusal } from '../../../shared/refusal.tsx';
import { session } from '../../../shared/session.ts';
import { explained } from '../../parts/explained.ts';

interface ClaimProps {
  token: string;
  onClaimed: () => Promise<void>;
}

/** A purchase that somebody paid for before they signed in: it becomes this account's. Repeats, such as by a second tab, are harmless. */
export function Claim({ token, onClaimed }: ClaimProps) {
  const [error, setError] = useState<unknown>();
  const claim = async () => {
    setError(undefined);
    try {
      await api.call('POST /internal/billing/claim', { body: { token, account_id: me, email: me } });
      await onClaimed();
    } catch (failure) {
      setError(explained(failure, { already_claimed: takenWords }));
    }
  };
  useEffect(() => void claim(), [token]);
  if (error === undefined) return <Loading />;
  return (
    <Refusal
      of={explainError(error)}
      title="Your payment arrived, but it could not be added to your account."
    >
      <button type="button" onClick={claim}>
        Try again
      </button>
    </Refusal>
  );
}

const takenWords = () =>
  `Another account has claimed it, not ${session.value?.email ?? 'this one'}. Sign in with that account to use it.`;
