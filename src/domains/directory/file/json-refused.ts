import { FileRefused } from './file-refused.ts';

/** Refuses JSON where lines were expected, in words that say how to make lines of it. Takes the first line with text. */
export function refuseJson(firstLine: string, isNdjson = false): void {
  const text = firstLine.trimStart();
  if (/^\[\s*(?:$|[[{"])/.test(text)) {
    throw new FileRefused(
      'json_array',
      "The file is one JSON array. Write one object a line (NDJSON), for example with: jq -c '.[]' contacts.json > contacts.ndjson",
    );
  }
  if (/^\{\s*$/.test(text)) {
    throw new FileRefused(
      'json_lines',
      'The file is JSON with objects over several lines. Write one object a line (NDJSON), for example with: jq -c . contacts.json > contacts.ndjson',
    );
  }
  if (!isNdjson && /^\{\s*"/.test(text)) {
    throw new FileRefused(
      'json_lines',
      'The file is NDJSON, and was sent as CSV. Say format=ndjson (--format ndjson on the command line).',
    );
  }
}
