import type { Price } from './use-price.ts';

/** Said before the button is pressed. */
export default function CostOfOne(price: Price) {
  return (
    <span class="small faint" role="status">
      {wordsFor(price)}
    </span>
  );
}

function wordsFor({ at_most, already_paid, remaining, budget_left }: Price): string {
  if (already_paid) return 'Already paid for. Looking it up again is free.';
  if (at_most === 0) return 'Free.';
  if (remaining < at_most) return 'No credits. This lookup needs 1.';
  if (budget_left !== null && budget_left < at_most) return 'The budget is used up. Raise it under Credits.';
  return '1 credit at most. Free if no email or phone is found.';
}
