import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';
import { orNull } from '#core/shapes.ts';

export const directoryErrors = {
  import_refused: {
    status: 400,
    title: 'The file cannot be imported',
    members: {
      reason: Type.String({ examples: ['no_contact_column'] }),
      import_id: Type.Optional(orNull(Type.String(), 'Of the import, where it had begun.')),
      lines: Type.Optional(Type.Integer({ description: 'Lines read before the fault.' })),
      accepted: Type.Optional(Type.Integer({ description: 'Lines taken before the fault.' })),
    },
    retryable: false,
    when:
      'The file is not a CSV or NDJSON file, has no column with profile links or none with contacts, has dates whose order is ' +
      'not known, or is not the file its hash names; `reason` says which.',
    remedy:
      'Correct what `detail` says and send the file again; lines that were taken are merged, not doubled.',
  },
  import_running: {
    status: 409,
    title: 'The file is being imported already',
    members: { import_id: orNull(Type.String(), 'Of the import that runs, where it is known.') },
    retryable: true,
    when: 'Another request is importing a file of the same SHA-256, or the import that is to be taken back, right now.',
    remedy: 'Wait for it to end; its state is at `GET /api/v1/admin/directory/imports/{import_id}`.',
  },
} satisfies ErrorDefinitions;
