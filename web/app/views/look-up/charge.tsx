import type { FindAnswer } from '#client';
import { counted } from '#web/shared/values/count.tsx';

type Credits = FindAnswer['credits'];

const free: Record<Exclude<Credits['reason'], 'completed_lookup'>, string> = {
  not_found: 'No person is returned, so it cost nothing.',
  links_only: 'Links alone cost nothing.',
  source_not_billable: 'It cost nothing: the source does not allow charging for its contacts.',
  repeat: 'It cost nothing: you paid for this profile before.',
  test_key: 'It cost nothing.',
  pending: 'A credit is set aside until the sources have answered.',
  failed: 'It failed, so it cost nothing.',
};

/** The cost of a lookup, with its reason. Without the balance after it, which is old in a stored answer. */
export const Charge = ({ of: { charged, reason } }: { of: Credits }) => (
  <span>{reason === 'completed_lookup' ? `${counted(charged, 'credit')} spent.` : free[reason]}</span>
);
