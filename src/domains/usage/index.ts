export { LookupTimes } from './lookup-times.ts';
export { lastCallsOf } from './sql/last-calls.ts';
