import type { ErrorDefinitions } from '#core/failure.ts';

export const directoryErrors = {
  import_refused: {
    status: 400,
    title: 'The file can not be imported',
    retryable: false,
    when: 'The file is no CSV or NDJSON in UTF-8, has no `profile_url` column, or is not the file its hash names; `reason` says which.',
    remedy:
      'Correct what `detail` says and send the file again; lines that were taken are merged, not doubled.',
  },
  import_running: {
    status: 409,
    title: 'The file is being imported already',
    retryable: true,
    when: 'Another request is importing a file of the same SHA-256 right now.',
    remedy: 'Wait for it to end; its state is at `GET /api/v1/admin/directory/imports/{import_id}`.',
  },
} satisfies ErrorDefinitions;
