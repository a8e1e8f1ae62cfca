import type { Price } from './use-price.ts';

/** Said before the button is pressed. */
export default function CostOfOne({ at_most, already_paid, remaining }: Price) {
  return (
    <span class="small faint" role="status">
      {wordsFor({ at_most, already_paid, remaining })}
    </span>
  );
}

function wordsFor({ at_most, already_paid, remaining }: Price): string {
  if (already_paid) return 'Already paid for. Looking it up again is free.';
  if (at_most === 0) return 'Free.';
  if (remaining < at_most) return 'No credits. This lookup needs 1.';
  return '1 credit at most. Free if no email or phone is found.';
}
