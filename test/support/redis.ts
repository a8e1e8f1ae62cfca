/** The Redis or Valkey server for multi-process suites. Without one they are left out. */
export function testRedisUrl(): string | null {
  return process.env.TEST_REDIS_URL || null;
}
