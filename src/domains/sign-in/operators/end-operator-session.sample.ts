import { sample } from '#test/samples/sample.ts';

export default sample({ input: { token_hash: '0'.repeat(64) } });
