import { sample } from '#test/samples/sample.ts';

export default sample({
  refusals: { operator_link_refused: { headers: { 'x-console-session': '0'.repeat(64) } } },
});
