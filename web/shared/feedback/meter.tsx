import { useId } from 'preact/hooks';

interface MeterProps {
  value: number;
  max: number;
  label: string;
  /** The figures. */
  text: string;
  tone?: 'good' | 'bad' | 'warn';
}

/** How much of something there is. */
export function Meter({ value, max, label, text, tone = 'good' }: MeterProps) {
  const id = useId();
  return (
    <div class="progress">
      <div class="meter-head">
        <label for={id}>{label}</label>
        <span class="figure">{text}</span>
      </div>
      <meter id={id} class={tone} value={Math.min(value, max)} max={max || 1} />
    </div>
  );
}
