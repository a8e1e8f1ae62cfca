export { Finder, type ItemCall, type ItemEnd } from './finding/finder.ts';
export { answerAgain } from './paying/answer-again.ts';
export { lookupIdOf, opKeyOf } from './paying/lookup.ts';
export { answersOf, endedAnswers, forgetAnswersOf } from './paying/stored-answers.ts';
export { FindAnswer } from './shapes.ts';
