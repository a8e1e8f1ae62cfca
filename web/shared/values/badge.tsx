import type { ComponentChildren } from 'preact';

export type Tone = 'good' | 'bad' | 'warn' | 'plain';

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** The names of something's states, and how each is marked. */
export type States<S extends string> = Readonly<Record<S, readonly [text: string, tone: Tone]>>;

/** A badge that shows one of these states. */
export const badgeOf =
  <S extends string>(states: States<S>) =>
  ({ of }: { of: S }) => {
    const [text, tone] = states[of];
    return <Badge tone={tone}>{text}</Badge>;
  };
