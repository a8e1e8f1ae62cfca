import { ContactryError } from '#client';
import { pause } from '#client/pause.ts';

const triesMax = 4;
const pauseMs = 1500;

/** A document is issued a moment after its payment, so one that is missing is asked for again. */
export async function whenIssued(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      const isMissing = error instanceof ContactryError && error.code === 'not_found';
      if (!isMissing || tries === triesMax) throw error;
    }
    await pause(pauseMs);
  }
}
