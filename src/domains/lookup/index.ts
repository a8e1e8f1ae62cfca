export { type Finder, openFinder } from './finder.ts';
export { givenAnswers } from './given-answers.ts';
