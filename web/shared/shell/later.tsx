import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failed } from '#web/shared/answers/failed.tsx';

/** A part that is loaded when the rest is on the screen. */
export function later<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  return function Later(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(null);
    useEffect(() => {
      load()
        .catch((error: unknown) => ({ default: () => <Failed error={error} /> }))
        .then(({ default: part }) => setPart(() => part));
    }, []);
    return Part && <Part {...props} />;
  };
}
