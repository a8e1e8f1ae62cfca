import { counted, countOf } from '#web/shared/values/count.tsx';
import { type Job, neededBy } from './status.tsx';

const pauses: Record<Exclude<Job['paused_because'], 'credits' | null>, string> = {
  budget:
    'A budget is reached. It resumes automatically when you raise the budget, or when the budget starts again.',
  free_answers: 'Today’s free answers are used up. It resumes automatically after midnight UTC.',
  limit: 'Its limit of credits is spent. Resume it with a higher one.',
  customer: 'You paused it. Resume it to continue.',
  key: 'The key that it worked with was banned or revoked. Resume it with the key you have now.',
  locked: 'Your account was locked. You can resume it after the lock is lifted.',
};

const ends: Partial<Record<Job['status'], string>> = {
  queued: 'It waits for its turn.',
  completed: 'Every profile has an answer.',
  cancelled: 'Cancelled. You keep the results found so far, and the rest costs nothing.',
  failed: 'It failed. You keep the results found so far, and the rest costs nothing.',
};

/** Describes a job's state in a sentence. */
export function describeState(job: Job): string {
  const { status, paused_because, progress } = job;
  if (paused_because === 'credits')
    return `Your credits are spent. It needs at most ${counted(neededBy(job), 'more credit')}, and resumes automatically when you have some.`;
  if (paused_because) return pauses[paused_because];
  if (status !== 'running') return ends[status] ?? '';
  const pace = progress.per_minute ? `${countOf(progress.per_minute)} profiles per minute. ` : '';
  return progress.seconds_left === null
    ? pace || 'It is running.'
    : `${pace}${timeLeft(progress.seconds_left)} left.`;
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return 'Less than a minute';
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `About ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
  return `About ${Math.round(minutes / 60)} hours`;
}
