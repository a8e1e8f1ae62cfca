const delimiters = [',', ';', '\t', '|'];

/** The delimiter of a header line: the one it has most of. Spreadsheets may name it in a line `sep=;` before. */
export function sniffDelimiter(headerLine: string): string {
  const outside = headerLine.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => outside.split(delimiter).length;
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

export const namedDelimiter = (line: string): string | null => /^sep=([,;\t|])$/i.exec(line)?.[1] ?? null;
