import { sample } from '#test/samples/sample.ts';

export default sample({ another: { emails: ['ravi@works.example'] } });
