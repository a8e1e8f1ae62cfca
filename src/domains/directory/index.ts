export { peopleDirectory } from './profiles/people.ts';
