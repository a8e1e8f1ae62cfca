import { countOf } from '#web/shared/values/count.tsx';

/** Said before the button is pressed. */
export default function CostOfMany({ of, max }: { of: number; max: number }) {
  return of > max ? (
    <span class="small" role="alert">
      These are {countOf(of)} links. A job takes {countOf(max)}: remove some, or look them up in parts.
    </span>
  ) : (
    <span class="small faint">
      At most {countOf(of)} credits. You check the list before anything is looked up.
    </span>
  );
}
