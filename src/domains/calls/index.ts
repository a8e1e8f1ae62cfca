export { RefusedCalls } from './refused-calls.ts';
