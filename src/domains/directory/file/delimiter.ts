const delimiters = [',', ';', '\t', '|'];

/** The delimiter of a header line: the one it has most of. Spreadsheets may name it in a line `sep=;` before. */
export function sniffDelimiter(headerLine: string): string {
  const outside = headerLine.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => columnsBy(delimiter, outside));
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

/** Into how many columns a delimiter cuts a line, quotes aside. */
export function columnsBy(delimiter: string, line: string): number {
  let columns = 1;
  for (let at = line.indexOf(delimiter); at !== -1; at = line.indexOf(delimiter, at + 1)) columns += 1;
  return columns;
}

export const namedDelimiter = (line: string): string | null => /^sep=([,;\t|])$/i.exec(line)?.[1] ?? null;
