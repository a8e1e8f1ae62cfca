export { LookupTimes } from './lookup-times.ts';
export { lastCallsOf } from './sql/last-calls.ts';
export { spentSince } from './sql/spent-since.ts';
