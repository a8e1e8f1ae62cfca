import { FileRefused } from '#values/contact-files/file-refused.ts';

/** Refuses JSON that isn't one object per line, and says how to convert it. Takes the first non-blank line. */
export function refuseJson(firstLine: string, isNdjson = false): void {
  const text = firstLine.trimStart();
  if (/^\[\s*(?:$|[[{"])/.test(text)) {
    throw new FileRefused(
      'json_array',
      "The file is one JSON array. Write one object per line (NDJSON), for example with `jq -c '.[]' contacts.json > contacts.ndjson`.",
    );
  }
  if (/^\{\s*$/.test(text)) {
    throw new FileRefused(
      'json_lines',
      'The file is JSON with objects across several lines. Write one object per line (NDJSON), for example with `jq -c . contacts.json > contacts.ndjson`.',
    );
  }
  if (!isNdjson && /^\{\s*"/.test(text)) {
    throw new FileRefused('json_lines', 'The file is NDJSON but was sent as CSV. Set `format=ndjson`.');
  }
}
