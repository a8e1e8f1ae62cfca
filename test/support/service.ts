import type { InjectOptions, LightMyRequestResponse as Response } from 'fastify';
import { type App, openApp } from '#app/app.ts';
import type { AppOptions } from '#app/app-options.ts';
import { readConfig } from '#app/start/config.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import type { Manifest } from '#core/domain.ts';
import { openLog } from '#platform/log/open-log.ts';
import { type TestDatabase, testDatabase } from './database.ts';

export const testSecrets = {
  internal_secret: 'internal-secret-of-the-tests',
  admin_secret: 'admin-secret-of-the-tests',
  suppression_pepper: 'suppression-pepper-of-the-tests',
};

/** Every service of the tests takes WhatsApp's events; its codes go to the local outbox. */
export const testWhatsApp = {
  WHATSAPP_APP_SECRET: 'whatsapp-app-secret-of-the-tests',
  WHATSAPP_VERIFY_TOKEN: 'whatsapp-verify-token-of-the-tests',
};

export type RequestOptions = Pick<InjectOptions, 'headers' | 'remoteAddress'> & { body?: unknown };

export interface TestService extends AsyncDisposable {
  app: App;
  database: TestDatabase;
  request(
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    options?: RequestOptions,
  ): Promise<Response>;
  /** A request as an operator. */
  admin(
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** A request as the dashboard. */
  internal(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Response>;
  /** A request as a key holder. */
  withKey(
    key: string,
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers?: object,
  ): Promise<Response>;
}

export interface TestServiceOptions {
  clock?: Clock;
  environment?: Record<string, string>;
  /** Replaces the real name servers, limits and clock of what goes out. */
  outgoing?: AppOptions['outgoingInTests'];
  /** How often to check the connection for change notifications. */
  checkEveryMs?: number;
  /** Default: a silent log. */
  log?: Log;
  /** Default: all domains. */
  manifest?: Manifest;
  /** For another process on the database of a running service. */
  database?: TestDatabase;
}

/** A whole service on its own database: `await using service = await testService()`. */
export async function testService({
  clock,
  environment = {},
  database: given,
  outgoing,
  checkEveryMs,
  log,
  manifest,
}: TestServiceOptions = {}): Promise<TestService> {
  const database = given ?? (await testDatabase());
  const config = readConfig(
    {
      NODE_ENV: 'test',
      FRESH_PAGES: 'off',
      MAIL_OUTBOX: 'off',
      LOG_LEVEL: 'silent',
      ...testWhatsApp,
      ...environment,
    },
    manifest,
  );
  const app = await openApp({
    config,
    secrets: testSecrets,
    database: { pool: database.pool, db: database.db, target: database.url },
    log: log ?? openLog(config.LOG_LEVEL),
    clock,
    outgoingInTests: outgoing,
    checkEveryMs,
    ...(manifest ? { manifest } : {}),
  });
  await app.server.ready();
  const request: TestService['request'] = (
    method,
    path,
    { body, headers, remoteAddress }: RequestOptions = {},
  ) =>
    app.server.inject({
      method,
      url: path,
      ...(body === undefined ? {} : { payload: body as InjectOptions['payload'] }),
      ...(headers ? { headers } : {}),
      ...(remoteAddress ? { remoteAddress } : {}),
    });
  return {
    app,
    database,
    request,
    admin: (method, path, body, headers) =>
      request(method, path, { body, headers: { 'x-admin-secret': testSecrets.admin_secret, ...headers } }),
    internal: (method, path, body) =>
      request(method, path, { body, headers: { 'x-internal-secret': testSecrets.internal_secret } }),
    withKey: (key, method, path, body, headers) =>
      request(method, path, { body, headers: { authorization: `Bearer ${key}`, ...headers } }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      if (!given) await database[Symbol.asyncDispose]();
    },
  };
}
