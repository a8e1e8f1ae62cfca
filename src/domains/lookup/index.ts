export { Finder, type ItemCall, type ItemEnd } from './finding/finder.ts';
export { answerAgain } from './paying/answer-again.ts';
export { isWithoutPerson, withoutPerson } from './paying/answers.ts';
export { clearAnswersOf } from './paying/disclosed-answers.ts';
export { lookupIdOf, opKeyOf } from './paying/lookup.ts';
export { paidAmong } from './paying/paid-among.ts';
export { answersOf, endedAnswers, forgetAnswersOf } from './paying/stored-answers.ts';
export { FindAnswer } from './shapes.ts';
