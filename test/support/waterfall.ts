import assert from 'node:assert/strict';
import { openStandIns } from '#dev/stand-ins/contact-sources/all-stand-ins.ts';
import type { StandIn } from '#dev/stand-ins/contact-sources/stand-in.ts';
import { SettingsInForce } from '#domains/settings/index.ts';
import { ampleTime } from '#test/support/outgoing/stand-in-site.ts';
import { booksOf, type Customer, customer } from './kit.ts';
import { type TestService, type TestServiceOptions, testService } from './service.ts';

export const paidIds = ['people_data_labs', 'contactout', 'rocketreach', 'prospeo', 'fullcontact', 'hunter'];
const everyMailHost = {
  resolve4: async () => ['192.0.2.1'],
  resolve6: async () => [],
  resolveMx: async () => [{ exchange: 'mail.example.com', priority: 10 }],
};

type Response = Awaited<ReturnType<TestService['request']>>;

/** The whole service with a local stand-in for every vendor. */
export interface Waterfall extends AsyncDisposable {
  service: TestService;
  standIn(name: string): StandIn;
  /** How often these were called since `begin`. */
  callsTo(names: string[]): number;
  accountWith(credits: number): Promise<Customer>;
  find(key: string, body: object, headers?: object): Promise<Response>;
  booksOf(accountId: string): Promise<{ balance: number; held: number }>;
  switchSources(ids: string[], enabled: boolean): Promise<void>;
  /** Enables only these sources. `changes` are further settings. */
  askOnly(ids: string[], changes?: object): Promise<void>;
  /** Another process on the same database. It must reread settings that change later. */
  another(options?: Pick<TestServiceOptions, 'log' | 'environment'>): Promise<TestService>;
  /** Before each test: enables all sources, ends their trouble and deletes what was stored. */
  begin(): Promise<void>;
}

export async function openWaterfall(given: Pick<TestServiceOptions, 'database'> = {}): Promise<Waterfall> {
  const standIns = await openStandIns();
  const options: TestServiceOptions = {
    ...given,
    environment: { ...standIns.environment, SOURCES: 'all' },
    outgoing: { resolver: everyMailHost, limits: { ...ampleTime, spacingMs: 0 } },
  };
  const service = await testService(options);
  const standIn = (name: string) => standIns.byName.get(name)!;

  return {
    service,
    standIn,
    callsTo: (names) => names.reduce((sum, name) => sum + standIn(name).calls.length, 0),
    accountWith: (credits) => customer(service, credits),
    find: (key, body, headers = {}) => service.withKey(key, 'POST', '/api/v1/find', body, headers),
    booksOf: (accountId) => booksOf(service, accountId),
    async switchSources(ids, enabled) {
      for (const id of ids) {
        const change = { enabled, reason: 'a test' };
        const response = await service.admin('PATCH', `/api/v1/admin/sources/${id}`, change);
        assert.equal(response.statusCode, 200, response.body);
      }
      await service.app.kernel.ports.use(SettingsInForce).reload();
    },
    async askOnly(ids, changes = {}) {
      await service.database.pool.query(
        `insert into setting_version (version, changes, reason, actor)
         select coalesce(max(version), 0) + 1, $1, 'a test', 'a test' from setting_version`,
        [JSON.stringify({ sources_on: ids, ...changes })],
      );
      await service.app.kernel.ports.use(SettingsInForce).reload();
    },
    another: ({ environment, ...others } = {}) =>
      testService({
        ...options,
        ...others,
        environment: { ...options.environment, ...environment },
        database: service.database,
      }),
    async begin() {
      for (const { control, calls } of standIns.byName.values()) {
        control.trouble = 'none';
        calls.length = 0;
      }
      const { pool } = service.database;
      // In the order in which an erasure locks them, since one may be running in the background.
      await pool.query(
        'truncate source_profile, http_validator, source_answer, source_claim, setting_version, operator_alert',
      );
      await pool.query('truncate unearned_vendor_money, vendor_question, lookup_veto');
      // A busy machine is not a source that takes too long.
      await pool.query(
        `insert into setting_version (version, changes, reason, actor) values (1, '{"lookup_budget_ms": 60000}', 'a test', 'a test')`,
      );
      await service.app.kernel.ports.use(SettingsInForce).reload();
    },
    async [Symbol.asyncDispose]() {
      for (const one of standIns.byName.values()) one.release();
      await service[Symbol.asyncDispose]();
      await standIns[Symbol.asyncDispose]();
    },
  };
}
