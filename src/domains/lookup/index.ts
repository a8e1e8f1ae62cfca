export type { ItemCall, ItemEnd } from './finding/find-many.ts';
export { Finder } from './finding/finder.ts';
export { lookupIdOf, opKeyOf } from './paying/lookup-id.ts';
export { FindAnswer } from './shapes.ts';
export { answersOf, endedAnswers, forgetAnswersOf } from './sql/job-answers.ts';
