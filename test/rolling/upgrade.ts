// `npm run test:upgrade-load`: large tables are upgraded under load, and no request may fail. See docs/guide/contributing.md.
import { command } from './command.ts';
import { runUpgrade } from './run-upgrade.ts';

await command('test:upgrade-load', { rows: 100_000, rate: 50, connections: 8 }, runUpgrade);
