import { SingleBar } from 'cli-progress';

/** What a display shows: how much is done of a total, and the words beside it, most important first. */
export interface Progress {
  done: number;
  /** 0 if it isn't known. */
  total: number;
  percent: string;
  words: readonly string[];
}

export interface ProgressDisplay {
  show(progress: Progress): void;
  close(): void;
}

export const percentText = (done: number, total: number): string =>
  `${Math.floor((done * 100) / total)} %`.padStart(5);

/** A bar on a terminal. If the output is stored, as in a log, `plainLine` writes lines instead. */
export function openProgress(stream: NodeJS.WriteStream, plainLine: (line: string) => void): ProgressDisplay {
  if (!stream.isTTY) {
    return {
      show: ({ percent, words }) => plainLine(`  ${percent}   ${words.join('   ')}\n`),
      close() {},
    };
  }
  const bar = new SingleBar({
    stream,
    hideCursor: true,
    clearOnComplete: true,
    fps: 10,
    format: (_options, params, { percent = '', words = [] }: Partial<Progress>) =>
      barLine(stream.columns || 80, params.progress, percent, words),
  });
  let isStarted = false;
  return {
    show(progress) {
      if (isStarted) bar.update(progress.done, progress);
      else bar.start(progress.total, progress.done, progress);
      isStarted = true;
    },
    close() {
      if (isStarted) bar.stop();
    },
  };
}

const barWidthWanted = 20;

/** The bar fills the space that the text leaves. On a narrow terminal, the last parts of the text go first. */
export function barLine(columns: number, share: number, percent: string, words: readonly string[]): string {
  const shown = [...words];
  const widthOf = () => `  ${percent}  ${shown.join('   ')}`.length + 1;
  while (shown.length > 1 && columns - widthOf() - 2 < barWidthWanted) shown.pop();
  const width = Math.max(4, Math.min(40, columns - widthOf() - 2));
  const filled = Math.round(width * Math.min(1, Math.max(0, share)));
  return `  ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${percent}  ${shown.join('   ')}`;
}

const windowMs = 15_000;

/** Speed and remaining time, measured over the last few seconds, since the start may have been different. */
export function openPace() {
  let seen: { amount: number; atMs: number }[] = [];
  /** Null until there is enough data. */
  const perSecond = (): number | null => {
    const [first, last] = [seen[0], seen.at(-1)];
    if (!first || !last || last.atMs - first.atMs < 500) return null;
    return ((last.amount - first.amount) * 1000) / (last.atMs - first.atMs);
  };
  return {
    saw(amount: number, nowMs: number): void {
      seen = [...seen.filter(({ atMs }) => nowMs - atMs <= windowMs), { amount, atMs: nowMs }];
    },
    perSecond,
    /** Milliseconds until `total`; null if unknown. */
    leftMs(total: number): number | null {
      const rate = perSecond();
      const last = seen.at(-1);
      if (!rate || !last) return null;
      return Math.max(0, ((total - last.amount) * 1000) / rate);
    },
  };
}
