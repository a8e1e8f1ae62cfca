import { sample } from '#test/samples/sample.ts';

export default sample({ input: { created_from: '2026-01-01', status: 'completed' } });
