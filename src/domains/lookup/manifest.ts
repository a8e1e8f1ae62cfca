import { domain } from '#core/operation.ts';
import { lookupErrors } from './errors.ts';
import { fetchLookup } from './fetch-lookup.ts';
import { find } from './find.ts';
import { finishAbandoned } from './finish-abandoned.ts';
import { forgetAnswers } from './forget-answers.ts';

export const lookup = domain({
  id: 'lookup',
  operations: [find, fetchLookup],
  jobs: [forgetAnswers, finishAbandoned],
  errors: lookupErrors,
});
