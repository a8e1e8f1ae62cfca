import { Choice } from '#web/shared/forms/choice.tsx';
import type { RequestedBy } from './types.ts';

const options: readonly (readonly [RequestedBy, string])[] = [
  ['subject', 'The person'],
  ['operator', 'We decided it'],
  ['source', 'A source at which the person opted out'],
];

/** Asks who requested a suppression or an erasure. */
export const RequestedByChoice = ({ value }: { value: RequestedBy }) => (
  <Choice name="requested_by" label="Who asked for it?" options={options} value={value} />
);
