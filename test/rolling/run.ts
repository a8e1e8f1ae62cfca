// `npm run test:rolling`: processes are restarted behind nginx under load, and no request may fail. See docs/guide/contributing.md.
import { command } from './command.ts';
import { runRolling } from './run-rolling.ts';

await command('test:rolling', { requests: 100_000, connections: 16 }, runRolling);
