import { SingleBar } from 'cli-progress';
import { durationText, grouped } from '../words.ts';
import { openPace } from './pace.ts';

/** The progress of an import. Bytes sent would say nothing, since a small file is sent at once. */
export interface Progress {
  /** 0 if it isn't known. */
  linesTotal: number;
  /** What the service has committed; null until it reports. */
  done: { lines: number; rows: number } | null;
}

export interface ProgressDisplay {
  show(progress: Progress): void;
  close(): void;
}

export interface Terminal {
  stream: NodeJS.WriteStream;
  nowMs(): number;
}

/** A bar on a terminal. If the output is stored, as in a log, a plain line every few seconds. */
export const openProgress = (terminal: Terminal): ProgressDisplay =>
  terminal.stream.isTTY ? bar(terminal) : plainLines(terminal);

const secondsPerLine = 5;

function plainLines({ stream, nowMs }: Terminal): ProgressDisplay {
  const words = progressWords();
  let lastMs = nowMs();
  return {
    show(progress) {
      const now = nowMs();
      const line = words(progress, now);
      if (now - lastMs < secondsPerLine * 1000) return;
      lastMs = now;
      stream.write(`  ${percent(progress)}   ${line.join('   ')}\n`);
    },
    close() {},
  };
}

function bar({ stream, nowMs }: Terminal): ProgressDisplay {
  const words = progressWords();
  const single = new SingleBar({
    stream,
    hideCursor: true,
    clearOnComplete: true,
    fps: 10,
    format: (_options, params, payload: { words?: string[]; percent?: string }) =>
      barLine(stream.columns || 80, params.progress, payload.percent ?? '', payload.words ?? []),
  });
  let isStarted = false;
  return {
    show(progress) {
      const payload = { words: words(progress, nowMs()), percent: percent(progress) };
      const lines = progress.done?.lines ?? 0;
      if (!isStarted) single.start(progress.linesTotal, lines, payload);
      else single.update(lines, payload);
      isStarted = true;
    },
    close() {
      if (isStarted) single.stop();
    },
  };
}

const percent = ({ done, linesTotal }: Progress) =>
  linesTotal === 0 ? '' : `${Math.floor(((done?.lines ?? 0) * 100) / linesTotal)} %`.padStart(5);

const barWidthWanted = 20;

/** The bar fills the space that the text leaves. On a narrow terminal, the last parts of the text go first. */
export function barLine(
  columns: number,
  share: number,
  percentText: string,
  words: readonly string[],
): string {
  const shown = [...words];
  const widthOf = () => `  ${percentText}  ${shown.join('   ')}`.length + 1;
  while (shown.length > 1 && columns - widthOf() - 2 < barWidthWanted) shown.pop();
  const width = Math.max(4, Math.min(40, columns - widthOf() - 2));
  const filled = Math.round(width * Math.min(1, Math.max(0, share)));
  return `  ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${percentText}  ${shown.join('   ')}`;
}

/** Rows, rate, time left and lines, most important first. */
function progressWords(): (progress: Progress, nowMs: number) => string[] {
  const linesPace = openPace();
  const rowsPace = openPace();
  return ({ linesTotal, done }, nowMs) => {
    if (!done) return ['sending the file'];
    linesPace.saw(done.lines, nowMs);
    rowsPace.saw(done.rows, nowMs);
    const rate = rowsPace.perSecond();
    return [
      `${grouped(done.rows)} rows`,
      rate === null ? '' : `${grouped(rate)}/s`,
      ...(linesTotal === 0
        ? []
        : [
            done.lines >= linesTotal ? 'finishing' : leftText(linesPace.leftMs(linesTotal)),
            `${grouped(done.lines)} of ${grouped(linesTotal)} lines`,
          ]),
    ].filter((text) => text !== '');
  };
}

const leftText = (leftMs: number | null): string =>
  leftMs === null ? '' : `${durationText(Math.max(1000, leftMs))} left`;
