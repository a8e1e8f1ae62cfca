/** Encodings that people can choose when the service doesn't recognise one. */
export const encodings = [
  ['', 'Recognise it'],
  ['windows-1252', 'Western European (Windows-1252)'],
  ['windows-1250', 'Central European (Windows-1250)'],
  ['windows-1251', 'Cyrillic (Windows-1251)'],
  ['windows-1253', 'Greek (Windows-1253)'],
  ['windows-1254', 'Turkish (Windows-1254)'],
  ['macintosh', 'Western European (Mac)'],
  ['shift_jis', 'Japanese (Shift JIS)'],
  ['gb18030', 'Chinese (GB 18030)'],
  ['big5', 'Chinese (Big5)'],
  ['euc-kr', 'Korean (EUC-KR)'],
] as const;

/** The encoding that the API suggests in a refusal, or ''. */
export const suggestedEncoding = (message: string): string => /encoding=([\w-]+)/.exec(message)?.[1] ?? '';

/** Explains that a file isn't UTF-8, without the names of the API's parameters. */
export function encodingWords(message: string): string {
  const suggested = suggestedEncoding(message);
  const name = encodings.find(([value]) => value !== '' && value === suggested)?.[1];
  return name ? `The file looks like ${name}.` : 'The file isn’t in UTF-8.';
}

/** As in `<input accept>`: every kind of file that the service reads. */
export const fileEndings =
  '.csv,.tsv,.txt,.xlsx,.vcf,.json,.ndjson,.jsonl,.gz,text/csv,text/plain,text/tab-separated-values,text/vcard';

/** Content type of every upload: the service detects the format. */
export const anyFile = 'application/octet-stream' as const;
