/** An operator's command that finds everything as it should be writes nothing: no version, no date, no audit row. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { openSamples, type Samples } from './samples/open-samples.ts';
import { type TestService, testService } from './support/service.ts';

let service: TestService;
let samples: Samples;
before(async () => {
  service = await testService();
  samples = await openSamples(service);
});
after(() => service?.[Symbol.asyncDispose]());

/** Commands that make something so. A further one belongs here, or in the list below. */
const repeatable: Readonly<Record<string, Record<string, unknown>>> = {
  'settings.roll-back-settings': {},
  'identity.create-lock': {},
  'customers.change-email': {},
  'keys.change-key': {},
  'keys.revoke-key': {},
  'connections.end-any-connection': {},
  'accounts.set-account-rate': {},
  'growth.save-promo': {},
  'growth.save-campaign': { slug: 'the-same-again' },
  'growth.archive-campaign': {},
  'billing.change-plan-feature': {},
  'billing.roll-back-catalogue': {},
  'billing.end-contract': {},
  'billing.change-account-feature': {},
  'sources.switch-source': {},
  'directory.take-back-import': {},
  'invoices.change-supplier': {},
  'suppression.suppress-people': {},
  'sign-in.end-operator-session': {},
  'sign-in.set-operator-role': {},
  'accounts.save-note': {},
  'customers.end-account-sessions': {},
  'customers.close-account': {},
  'mails.stop-address': {},
  'status.pause-migration': {},
};

/** Commands that do something each time, are refused the second time, or continue what was begun. */
const others = [
  'settings.change-settings', // A version that was read before is refused. See change-settings.test.ts.
  'identity.lift-lock',
  'sign-in.create-operator-link',
  'sign-in.open-operator-session',
  'sign-in.revoke-operator-link',
  'sign-in.revoke-operator-session',
  'whatsapp.unbind-number',
  'keys.create-key',
  'keys.lift-ban',
  'directory.import-contacts',
  'directory.remove-source',
  'directory.change-value',
  'suppression.release-suppression',
  'suppression.release-person',
  'suppression.decide-opt-out',
  'suppression.erase-person',
  'suppression.answer-person',
  'credits.grant-credits',
  'credits.revoke-grant',
  'billing.reapply-delivery',
  'billing.ask-purchase',
  'billing.attach-payment',
  'billing.refund-payment',
  'billing.cancel-for-account',
  'customers.export-account',
  'identity.release-handle',
  'identity.admit-signup',
  'invoices.download-document',
  'billing.change-catalogue', // As settings.change-settings. See catalogue.test.ts.
  'billing.withdraw-catalogue',
  'billing.save-contract',
  'audit.close-alert',
  'status.check-outside',
  'status.run-job',
  'mails.lift-stop',
];

/** Everything that is stored, but for counters of calls. */
async function everything(): Promise<string> {
  const { pool } = service.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const parts = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select md5(string_agg(t::text, '' order by t::text)) as all from "${name}" t`,
    );
    parts.push(`${name} ${rows[0].all}`);
  }
  return parts.join('\n');
}

const commands = manifest.operations.flatMap((declared) =>
  declared.kind === 'query'
    ? []
    : declared.doors
        .filter(({ access }) => access === 'admin')
        .slice(0, 1)
        .map((door) => ({ declared, door })),
);

for (const { declared, door } of commands) {
  const input = repeatable[declared.id];
  if (!input) continue;
  test(`${declared.id} writes nothing where nothing changes`, async () => {
    const call = await samples.callOf(declared, door, { input });
    const first = await service.request(call.method, call.path, call);
    assert.ok(first.statusCode < 300, first.body);
    const stored = await everything();
    const second = await service.request(call.method, call.path, call);
    assert.ok(second.statusCode < 300, second.body);
    assert.equal(await everything(), stored);
  });
}

test('every command of operators is in one of the lists', () => {
  const ids = commands.map(({ declared }) => declared.id);
  assert.deepEqual(ids.toSorted(), [...Object.keys(repeatable), ...others].toSorted());
});
