import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';

export const settingErrors = {
  version_conflict: {
    status: 409,
    title: 'The settings have changed in the meantime',
    retryable: false,
    when: 'Another operator changed the settings after you read them.',
    remedy:
      'Read the settings again, check that your change still makes sense, and send it with the current version.',
    members: { current_version: Type.Integer({ description: 'The version in force.' }) },
  },
} satisfies ErrorDefinitions;
