import { useRef, useState } from 'preact/hooks';

/** Whether something is running, and a way to run it that ignores a second press. */
export function useBusy<A extends unknown[]>(
  run: (...given: A) => unknown,
): [boolean, (...given: A) => Promise<void>] {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const runOnce = async (...given: A) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await run(...given);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return [isBusy, runOnce];
}
