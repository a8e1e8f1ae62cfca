/**
 * Verifies one API key that counts its remaining uses, as often as a crowd of callers can, in the process itself: no HTTP.
 * Prints the calls per second and the key's count afterwards. The plugin's rate limit is off.
 */
import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import pg from 'pg';

const [callers, seconds] = process.argv.slice(2).map(Number);
const remaining = 1_000_000_000;

const options = {
  database: new pg.Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 16 }),
  secret: 'bench-secret-of-better-auth-0123456789',
  baseURL: 'http://127.0.0.1',
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
  plugins: [apiKey({ rateLimit: { enabled: false } })],
};
await (await getMigrations(options)).runMigrations();
const auth = betterAuth(options);
const email = `bench-${process.pid}@example.com`;
const { user } = await auth.api.signUpEmail({ body: { name: 'Bench', email, password: 'bench-password-0' } });
const { key, id } = await auth.api.createApiKey({ body: { userId: user.id, remaining } });

let verified = 0;
let refused = 0;
const startedMs = performance.now();
const endMs = startedMs + seconds * 1000;
await Promise.all(
  Array.from({ length: callers }, async () => {
    while (performance.now() < endMs) {
      const { valid, error } = await auth.api.verifyApiKey({ body: { key } });
      if (valid) verified += 1;
      else {
        refused += 1;
        if (refused === 1) console.error(error);
      }
    }
  }),
);
const perSecond = verified / ((performance.now() - startedMs) / 1000);
const { rows } = await options.database.query('select remaining from apikey where id = $1', [id]);
console.log(JSON.stringify({ perSecond, verified, refused, counted: remaining - Number(rows[0].remaining) }));
await options.database.end();
