import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { subject_type: 'email', subject: 'mallory@example.com', reason: 'Payments were reversed' },
  prepare: ({ newName }) => ({ subject: `${newName('locked')}@example.com` }),
  another: { reason: 'Asked for it' },
});
