import type { Client, Job } from '#client';
import { programName } from '../command.ts';
import { openProgress, percentText } from '../progress.ts';
import { printable, untilStopped } from '../terminal.ts';
import { counted, durationText, grouped } from '../words.ts';

/** Shows progress until the job ends or pauses. Ctrl-C leaves it running. */
export async function watchJob(client: Client, id: string): Promise<Job> {
  let last = '';
  const display = openProgress(process.stderr, (line) => {
    if (line !== last) process.stderr.write(line);
    last = line;
  });
  const onProgress = (job: Job) => display.show(progressOf(job));
  try {
    return await untilStopped(
      (signal) => client.jobs.wait(id, { signal, onProgress }),
      () =>
        `Stopped watching. The job is still running. To watch it again:\n  ${programName} jobs watch ${printable(id)}`,
    );
  } finally {
    display.close();
  }
}

function progressOf({ counts, progress, credits }: Job) {
  const { per_minute: pace, seconds_left: left } = progress;
  const done = counts.profiles - counts.waiting;
  const words = [
    `${grouped(done)} of ${grouped(counts.profiles)}`,
    `${grouped(counts.completed)} found`,
    pace ? `${grouped(pace)}/min` : '',
    left === null ? '' : `${durationText(Math.max(1, left) * 1000)} left`,
    counted(credits.spent, 'credit'),
  ].filter(Boolean);
  const percent = counts.profiles === 0 ? percentText(1, 1) : percentText(done, counts.profiles);
  return { done, total: Math.max(1, counts.profiles), percent, words };
}
