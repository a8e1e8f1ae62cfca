import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { token_hash: '0'.repeat(64), ip: '203.0.113.9', user_agent: 'Mozilla/5.0' },
});
