export { lastCallsOf } from './sql/last-calls.ts';
