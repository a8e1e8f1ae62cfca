import { sample } from '#test/samples/sample.ts';

export default sample({
  another: { reason: 'Another reason' },
  refusals: { unknown_plan: { input: { plan_id: 'free' } } },
});
