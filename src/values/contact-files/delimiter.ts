export const delimiters = [',', ';', '\t', '|'];

/** The most frequent delimiter in a header line. A spreadsheet may name it in a line `sep=;` before. */
export function sniffDelimiter(headerLine: string): string {
  const outside = headerLine.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => columnsBy(delimiter, outside));
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

/** A spreadsheet has at most 16,384 columns, and no export of contacts comes close to this. */
export const columnsMax = 2000;

/** Number of columns a delimiter makes of a line, ignoring quoted text. */
export function columnsBy(delimiter: string, line: string): number {
  let columns = 1;
  for (let at = line.indexOf(delimiter); at !== -1; at = line.indexOf(delimiter, at + 1)) columns += 1;
  return columns;
}

export const namedDelimiter = (line: string): string | null => /^sep=([,;\t|])$/i.exec(line)?.[1] ?? null;
