import { pause } from '#client/pause.ts';

/** Waits, and then for the page to be visible. Ends early, without an error, when the signal says so. */
export async function pauseWhileVisible(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, signal).catch(() => {});
  if (signal.aborted || !document.hidden) return;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look, { once: true });
  });
}
