export type { ItemCall, ItemEnd } from './finding/find-many.ts';
export { Finder } from './finding/finder.ts';
export { lookupIdOf, opKeyOf } from './paying/lookup.ts';
export { answersOf, endedAnswers, forgetAnswersOf } from './paying/stored-answers.ts';
export { FindAnswer } from './shapes.ts';
