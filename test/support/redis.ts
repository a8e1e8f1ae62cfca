/** The Redis or Valkey server for the suites of several processes; without one those are skipped. */
export function testRedisUrl(): string | null {
  return process.env.TEST_REDIS_URL || null;
}
