import { grouped } from '#core/amounts.ts';

export { bytesText, counted, grouped } from '#core/amounts.ts';

/** `8 s`, `3 min 20 s`, `2 h 5 min`. Tenths below ten seconds. */
export function durationText(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Columns of left-aligned text, and of right-aligned numbers with their headings. */
export function table(rows: readonly (readonly (string | number)[])[]): string[] {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? grouped(cell) : cell)));
  const columns = (texts[0] ?? []).map((_, column) => {
    const width = Math.max(...texts.map((row) => row[column]!.length));
    const isOfNumbers = rows.some((row) => typeof row[column] === 'number');
    return (text: string) => (isOfNumbers ? text.padStart(width) : text.padEnd(width));
  });
  return texts.map((row) =>
    row
      .map((text, column) => columns[column]!(text))
      .join('   ')
      .trimEnd(),
  );
}

/** Wraps text between words at `width` characters. A longer word gets its own line, and an indented line stays whole. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    if (paragraph.startsWith('  ')) return [paragraph];
    const lines: string[] = [];
    for (const word of paragraph.split(' ')) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= width)
        lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}

/** `2026-03-31`, from an ISO 8601 time. */
export const dayText = (at: string): string => at.slice(0, 10);

/** `2026-03-31 14:30 UTC`, from an ISO 8601 time in UTC. */
export const minuteText = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

/** The service names the parameters of its HTTP API in backticks. On a command line they are options. */
const parameter = /`(map|date_order|format|encoding|column|source|again|dry_run)(?:=([^`]*))?`/g;

/** A text of the service in the words of the command line: `date_order=dmy` becomes --date-order dmy. */
export const inOptions = (text: string): string =>
  text.replace(parameter, (_, name: string, value = 'true') => {
    const said = value === 'true' ? '' : ` ${value.replace(/=(.*\s.*)$/, '="$1"')}`;
    return `--${name.replace('_', '-')}${said}`;
  });
