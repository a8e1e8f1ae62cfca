/** For a file of any kind: what it is, is found in the file. */
const contentTypes = [
  'text/csv',
  'text/tab-separated-values',
  'text/plain',
  'text/vcard',
  'application/x-ndjson',
  'application/json',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/gzip',
  'application/octet-stream',
] as const;

/** The content types of a door that takes files, each read in the same way. */
export const fileBodies = <Form extends string>(form: Form): Record<string, Form> =>
  Object.fromEntries(contentTypes.map((type) => [type, form]));
