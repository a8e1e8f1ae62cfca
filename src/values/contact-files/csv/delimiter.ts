export const delimiters = [',', ';', '\t', '|'];

/** A spreadsheet has at most 16,384 columns, and no export of contacts comes close to this. */
export const columnsMax = 2000;

/** Number of columns a delimiter makes of a line, ignoring quoted text. */
export function columnsBy(delimiter: string, line: string): number {
  let columns = 1;
  for (let at = line.indexOf(delimiter); at !== -1; at = line.indexOf(delimiter, at + 1)) columns += 1;
  return columns;
}

/** A spreadsheet may name its delimiter in a line before the table. */
export const namedDelimiter = (line: string): string | null => /^sep=([,;\t|])$/i.exec(line)?.[1] ?? null;
