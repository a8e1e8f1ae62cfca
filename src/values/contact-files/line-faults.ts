import { columnsMax } from './delimiter.ts';
import { lineBytesMax } from './line-splitter.ts';

/** Messages for lines that can't be read. */
export const lineFaults = {
  line_too_long: `The line is longer than ${lineBytesMax / 1024 ** 2} MiB.`,
  record_too_long: `The row is longer than ${lineBytesMax / 1024 ** 2} MiB: a quoted cell in it spans many lines.`,
  not_utf8: 'The line is not UTF-8. Save the file as UTF-8, in a spreadsheet as "CSV UTF-8".',
  too_many_cells: `The line has more than ${columnsMax} cells.`,
  broken_quotes: 'A quote is not closed, or text follows it. Double the quotes inside a quoted field.',
};
