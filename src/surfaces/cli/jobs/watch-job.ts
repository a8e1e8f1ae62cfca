import { SingleBar } from 'cli-progress';
import type { Client, Job } from '#client';
import { programName } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import { barLine } from '../import/progress.ts';
import { printable } from '../print.ts';
import { counted, durationText, grouped } from '../words.ts';

/** Shows progress until the job ends or pauses. Ctrl-C leaves it running. */
export async function watchJob(client: Client, id: string): Promise<Job> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once('SIGINT', stop);
  const display = openDisplay(process.stderr);
  try {
    return await client.jobs.wait(id, { signal: stopped.signal, onProgress: display.show });
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
    throw new CommandFailed(
      `Stopped watching. The job goes on. To watch it again:\n  ${programName} jobs watch ${printable(id)}`,
      exitCodes.interrupted,
    );
  } finally {
    process.off('SIGINT', stop);
    display.close();
  }
}

const doneOf = ({ counts }: Job): number => counts.profiles - counts.waiting;

function wordsOf(job: Job): string[] {
  const { per_minute: pace, seconds_left: left } = job.progress;
  return [
    `${grouped(doneOf(job))} of ${grouped(job.counts.profiles)}`,
    `${grouped(job.counts.completed)} found`,
    pace ? `${grouped(pace)}/min` : '',
    left === null ? '' : `${durationText(Math.max(1, left) * 1000)} left`,
    counted(job.credits.spent, 'credit'),
  ].filter(Boolean);
}

const percentOf = (job: Job): string =>
  `${job.counts.profiles === 0 ? 100 : Math.floor((doneOf(job) * 100) / job.counts.profiles)} %`.padStart(5);

/** A bar on a terminal, else a line whenever something has changed. */
function openDisplay(stream: NodeJS.WriteStream): { show(job: Job): void; close(): void } {
  let last = '';
  if (!stream.isTTY) {
    return {
      show(job) {
        const line = `  ${percentOf(job)}   ${wordsOf(job).join('   ')}\n`;
        if (line !== last) stream.write(line);
        last = line;
      },
      close() {},
    };
  }
  const bar = new SingleBar({
    stream,
    hideCursor: true,
    clearOnComplete: true,
    format: (_options, { progress }, { percent = '', words = [] }: { percent?: string; words?: string[] }) =>
      barLine(stream.columns || 80, progress, percent, words),
  });
  let isStarted = false;
  return {
    show(job) {
      const payload = { percent: percentOf(job), words: wordsOf(job) };
      if (isStarted) bar.update(doneOf(job), payload);
      else bar.start(Math.max(1, job.counts.profiles), doneOf(job), payload);
      isStarted = true;
    },
    close() {
      if (isStarted) bar.stop();
    },
  };
}
