import { checkPorts } from '#app/start/open-ports.ts';
import type { Config } from '#core/environment.ts';
import { type Finding, fault, ok, skipped } from '#core/parts/health.ts';
import { reachRedis } from '#platform/rate-limit/reach-redis.ts';
import { statusOf } from '#surfaces/cli/connection/client-for.ts';
import { NobodyThere } from '#surfaces/cli/connection/connection-faults.ts';
import { localUrl } from '#surfaces/cli/connection/local-settings.ts';

/** Whether the service runs at its address, and if not, whether it could. */
export async function checkService(config: Config): Promise<Finding[]> {
  const { HOST: host, PORT: port } = config;
  if (port === 0) return [skipped('service', 'PORT is 0, so only the service knows its port.')];
  const url = localUrl(host, port);
  try {
    const { status } = await statusOf(url);
    return status === 'down'
      ? [
          fault(
            'service',
            `The service runs at ${url}, and it is down.`,
            'See the findings about the database and the log of the service.',
          ),
        ]
      : [ok('service', `The service runs at ${url}. It is ${status}.`)];
  } catch (error) {
    if (!(error instanceof NobodyThere)) throw error;
  }
  try {
    await checkPorts(config);
    return [ok('service', `The service is stopped. Its port ${port} is free.`)];
  } catch (error) {
    return [fault('service', (error as Error).message, 'Stop the other program, or choose another port.')];
  }
}

export async function checkRedis({ REDIS_URL: redisUrl }: Config): Promise<Finding[]> {
  if (!redisUrl)
    return [skipped('redis', 'REDIS_URL is not set: each process counts rate limits on its own.')];
  await reachRedis(redisUrl);
  return [ok('redis', 'Redis answers.')];
}
