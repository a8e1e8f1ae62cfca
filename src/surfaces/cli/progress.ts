import { SingleBar } from 'cli-progress';
import { openPace } from './pace.ts';
import { bytesText, durationText, grouped } from './words.ts';

/** What is known of an import under way. */
export interface Progress {
  bytes: number;
  bytesTotal: number;
  /** Rows that are committed; null while unknown. */
  rows: number | null;
}

export interface ProgressDisplay {
  show(progress: Progress): void;
  close(): void;
}

export interface Terminal {
  stream: NodeJS.WriteStream;
  nowMs(): number;
}

/** A bar on a terminal; a plain line every few seconds where the output is kept, as in a log. */
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
      if (!isStarted) single.start(progress.bytesTotal, progress.bytes, payload);
      else single.update(progress.bytes, payload);
      isStarted = true;
    },
    close() {
      if (isStarted) single.stop();
    },
  };
}

const percent = ({ bytes, bytesTotal }: Progress) =>
  `${bytesTotal === 0 ? 100 : Math.floor((bytes * 100) / bytesTotal)} %`.padStart(5);

const barWidthWanted = 20;

/** The bar takes what the words leave; on a narrow terminal the last words go first. */
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

/** Rows, rate, time left and bytes, the most telling first. */
function progressWords(): (progress: Progress, nowMs: number) => string[] {
  const bytesPace = openPace();
  const rowsPace = openPace();
  return ({ bytes, bytesTotal, rows }, nowMs) => {
    bytesPace.saw(bytes, nowMs);
    if (rows !== null) rowsPace.saw(rows, nowMs);
    const rate = rowsPace.perSecond();
    const leftMs = bytes >= bytesTotal ? null : bytesPace.leftMs(bytesTotal);
    return [
      `${grouped(rows ?? 0)} rows`,
      rate === null ? '' : `${grouped(rate)}/s`,
      bytes >= bytesTotal
        ? 'finishing'
        : leftMs === null
          ? ''
          : `${durationText(Math.max(1000, leftMs))} left`,
      `${bytesText(bytes)} of ${bytesText(bytesTotal)}`,
    ].filter((text) => text !== '');
  };
}
