import { domain } from '#core/domain.ts';
import { callData } from './account-rows.ts';
import { forgetCalls } from './forget-calls.ts';
import { listCalls } from './list-calls.ts';
import { namedInCalls } from './named-in-calls.ts';
import { openRefusedCalls } from './refused-calls.ts';
import { showCall } from './show-call.ts';

/** The last day's calls with an account's keys. */
export const calls = domain({
  id: 'calls',
  title: 'Request log',
  description: 'The calls with an account’s keys in the last 24 hours, with their requests and answers.',
  operations: [listCalls, showCall],
  jobs: [forgetCalls],
  personalData: [namedInCalls],
  accountData: callData,
  notInJourney: { refused_call: 'Kept for a day, for the account itself.' },
  open: openRefusedCalls,
});
