type Cell = string | number | null | undefined;

/**
 * Text that a spreadsheet runs as a formula, including after spaces, controls and invisible characters and in full-width forms (OWASP,
 * "CSV Injection").
 */
const formula = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** `+919876543210`, `+1 (202) 555-0123`, `-5` and `-`: nothing in them can be run, and an apostrophe would spoil a number. */
const harmless = /^[+-](?:[\d\s()+.,;/-]| ext\. )*$/;

/**
 * CSV for people and their spreadsheets (RFC 4180, with CRLF). A cell that a spreadsheet would run as a formula gets an
 * apostrophe. Every file of the project is written with it.
 */
export const csvText = (rows: readonly (readonly Cell[])[], delimiter = ','): string =>
  rows.map((cells) => `${csvRecord(cells.map(safeCell), delimiter)}\r\n`).join('');

const safeCell = (cell: Cell): Cell =>
  typeof cell === 'string' && formula.test(cell) && !harmless.test(cell) ? `'${cell}` : cell;

/** The cells as they are, without a line end. */
export function csvRecord(cells: readonly Cell[], delimiter: string): string {
  const record = cells.map((cell) => quoted(String(cell ?? ''))).join(delimiter);
  // A blank line would be no record.
  return record === '' ? '""' : record;
}

// Readers differ in what delimits cells and ends a line and in which spaces they drop, so cells with any of these are quoted.
const quoted = (text: string): string =>
  /[",;|\p{Cc}\u2028\u2029]|^[\s\ufeff]|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
