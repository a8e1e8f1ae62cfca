import { sample } from '#test/samples/sample.ts';

export default sample({ input: { source: 'a-conference-in-2025' } });
