import type { ErrorDefinitions } from '#core/failure.ts';

export const directoryErrors = {
  import_refused: {
    status: 400,
    title: 'The file cannot be imported',
    retryable: false,
    when:
      'The file is not CSV or NDJSON, has no column with profile links or none with contacts, has ambiguous dates, or does not ' +
      'match its SHA-256. `reason` says which.',
    remedy:
      'Fix what `detail` describes and send the file again. Rows that were already imported are merged, not duplicated.',
  },
  import_running: {
    status: 409,
    title: 'The import is already running',
    retryable: true,
    when: 'Another request is importing a file with the same SHA-256, or the import you want to take back is still running.',
    remedy: 'Wait for it to end. `GET /api/v1/admin/directory/imports/{import_id}` shows its status.',
  },
} satisfies ErrorDefinitions;
