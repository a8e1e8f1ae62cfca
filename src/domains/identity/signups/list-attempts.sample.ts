import { sample } from '#test/samples/sample.ts';

export default sample({ input: { email: 'ravi@example.com', limit: 10 } });
