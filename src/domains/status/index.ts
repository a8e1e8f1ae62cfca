export { Processes } from './processes.ts';
