import { withoutControls } from '#core/input/text-rules.ts';

const namesShownMax = 20;

/** Tells the reader which columns a file has, without repeating what is probably a person's data. */
export const headersSeen = (names: readonly string[]): string =>
  `The header has: ${listed(names.filter((name) => name !== ''))}.`;

/** A header that contains an address is probably a person's data, so it is counted but not repeated. */
export function listed(names: readonly string[]): string {
  const repeatable = names.filter((name) => shownHeader(name) !== hidden);
  const shown = repeatable.slice(0, namesShownMax).map(shownHeader);
  const others = names.length - shown.length;
  const more = others === 0 ? [] : [shown.length === 0 ? columnsCounted(others) : `${others} more`];
  return [shown.join(', '), ...more].filter((part) => part !== '').join(' and ');
}

const hidden = '…';
/** Truncated, and without characters that can't be stored. */
export const shownHeader = (name: string): string =>
  /@|:\/\//.test(name) ? hidden : withoutControls(name.slice(0, 60)).toWellFormed();

const columnsCounted = (count: number): string => (count === 1 ? '1 column' : `${count} columns`);
