import { signal } from '@preact/signals';
import { session } from '#web/shared/session/session.ts';

/** What credits are bought for: a job that is paused without them, or a file that isn't a job yet. */
interface WantedJob {
  name: string;
  /** It costs at most this many more. */
  credits: number;
  /** The paused job's id. A file has none. */
  id?: string;
}

type Kept = WantedJob & { account_id: string | undefined; until: number };

const place = 'contactry.wanted-job';
/** Links to people, so they stay in this tab and go with it. */
const filePlace = 'contactry.wanted-file';
const keptMs = 24 * 60 * 60_000;

const kept = signal<Kept | null>(JSON.parse(sessionStorage.getItem(place) ?? 'null'));

/** The job that this account wants credits for, in this tab. */
export const wantedJob = (): WantedJob | null => {
  const { value } = kept;
  const isOurs = value?.account_id === session.value?.account_id;
  return value && isOurs && Date.now() < value.until ? value : null;
};

/** With the text of its file. False where that is too large to keep: then nothing is kept. */
export function keepWantedJob(job: WantedJob, file?: string): boolean {
  const value = { ...job, account_id: session.value?.account_id, until: Date.now() + keptMs };
  forgetWantedJob();
  try {
    if (file !== undefined) sessionStorage.setItem(filePlace, file);
    sessionStorage.setItem(place, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(filePlace);
    return false;
  }
  kept.value = value;
  return true;
}

export const wantedFile = (): string | null => (wantedJob() ? sessionStorage.getItem(filePlace) : null);

export function forgetWantedJob(): void {
  kept.value = null;
  sessionStorage.removeItem(place);
  sessionStorage.removeItem(filePlace);
}
