import { countOf } from '#web/shared/values/count.tsx';
import './figures.css';

export type Figure = [name: string, value: number | string];

/** Figures beside each other, to be read at a glance. */
export function Figures({ of }: { of: (Figure | false)[] }) {
  return (
    <dl class="figures">
      {of
        .filter((figure) => figure !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'number' ? countOf(value) : value}</dd>
          </div>
        ))}
    </dl>
  );
}
