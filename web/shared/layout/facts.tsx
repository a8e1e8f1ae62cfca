import type { ComponentChildren } from 'preact';

export type Fact = [name: string, value: ComponentChildren];

/** Names and their values. A value that is missing is a dash. */
export function Facts({ of }: { of: (Fact | false | null | undefined)[] }) {
  return (
    <dl class="facts">
      {of
        .filter((fact): fact is Fact => Boolean(fact))
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
          </div>
        ))}
    </dl>
  );
}
