import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { plan_id: 'scale', mcp: true, reason: 'Agents are back' },
  another: { reason: 'Another reason' },
  refusals: { unknown_plan: { input: { plan_id: 'free' } } },
});
