export { type Finder, openFinder } from './finding/finder.ts';
export { givenAnswers } from './paying/given-answers.ts';
