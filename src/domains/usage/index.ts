export { LookupTimes } from './lookup-times.ts';
export { latencyOf } from './percentiles.ts';
export { lastCallsOf } from './sql/last-calls.ts';
export { lookupTimes } from './sql/lookup-times.ts';
export { spentSince } from './sql/spent-since.ts';
