import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';
import { ClosingBlockShape } from './closing/closing.ts';

export const customerErrors = {
  account_not_closable: {
    status: 409,
    title: 'The account can’t be closed yet',
    when: 'Money of the account moves, a job runs, or credits and the export need a decision.',
    members: {
      blocks: Type.Array(ClosingBlockShape, {
        description: 'Each must end before the account can be closed.',
      }),
    },
    remedy: 'Do what `blocks` says, and close it then.',
  },
} satisfies ErrorDefinitions;
