import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { profile_url: 'https://github.com/leela-example', reason: 'Asked by letter' },
  another: { reason: 'Asked by phone' },
});
