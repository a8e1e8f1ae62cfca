import { useId } from 'preact/hooks';
import { countOf } from '#web/shared/values/count.tsx';

/** How far something has come. Without a maximum it only says that it runs. */
export function Progress({ value, max, label }: { value?: number; max?: number; label: string }) {
  const id = useId();
  return (
    <div class="progress">
      <div class="meter-head">
        <label for={id}>{label}</label>
        {value !== undefined && max !== undefined && (
          <span class="figure">
            {countOf(value)} of {countOf(max)}
          </span>
        )}
      </div>
      <progress id={id} {...(value === undefined ? {} : { value })} max={max || 1} />
    </div>
  );
}
