import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';
import { orNull } from '#core/shapes.ts';
import { MappedHeader } from './shapes.ts';

export const directoryErrors = {
  import_refused: {
    status: 400,
    title: 'The file cannot be imported',
    members: {
      reason: Type.String({
        description: 'A stable code, such as `no_contact_column`.',
        examples: ['no_contact_column'],
      }),
      import_id: Type.Optional(orNull(Type.String(), 'Id of the import, if it had begun.')),
      lines: Type.Optional(Type.Integer({ description: 'Lines read before the fault.' })),
      accepted: Type.Optional(Type.Integer({ description: 'Lines taken before the fault.' })),
      mapping: Type.Optional(
        Type.Array(MappedHeader, {
          description:
            'How each column would be read, when a dry run is refused because of its header or a date. Map the others with `map`.',
        }),
      ),
    },
    retryable: false,
    when:
      'The file has an unsupported format, is in an encoding that you must name, has no column with profile links or none with contacts, has ambiguous dates, or does not ' +
      'match its SHA-256. `reason` says which.',
    remedy:
      'Fix what `detail` describes and send the file again. Rows that were already imported are merged, not duplicated.',
  },
  import_running: {
    status: 409,
    title: 'The import is already running',
    members: { import_id: orNull(Type.String(), 'Id of the running import, if known.') },
    retryable: true,
    when:
      'Another request is importing a file with the same SHA-256 or undoing its import, or the import you want to undo ' +
      'is still running.',
    remedy: 'Wait for it to end. `GET /api/v1/admin/directory/imports/{import_id}` shows its status.',
  },
  value_suppressed: {
    status: 409,
    title: 'The value is on the suppression list',
    retryable: false,
    when: 'The replacement is a suppressed address or number. With it, the whole profile would be hidden and erased.',
    remedy:
      'Check the replacement for a typing error. If the profile belongs to that person, suppress the profile instead.',
  },
} satisfies ErrorDefinitions;
