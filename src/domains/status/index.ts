export { databaseHealth } from './health/database-health.ts';
export { OutsideChecks } from './health/outside-checks.ts';
export { Processes } from './processes.ts';
