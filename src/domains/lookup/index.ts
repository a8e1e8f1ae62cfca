export type { ItemCall, ItemEnd } from './finding/find-many.ts';
export { answersOf, endedAnswers, forgetAnswersOf } from './paying/job-answers.ts';
export { lookupIdOf, opKeyOf } from './paying/lookup-id.ts';
export { FindAnswer } from './shapes.ts';
