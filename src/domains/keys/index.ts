export { countGuess } from './gate/limit-refusal.ts';
