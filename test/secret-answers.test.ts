/** Wherever an answer shows a secret, no cache on the way may keep it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import { manifest } from '#app/manifest.ts';
import { doorName } from '#core/door.ts';
import { openSamples, type Samples } from './samples/open-samples.ts';
import { type TestService, testService } from './support/service.ts';

let service: TestService;
let samples: Samples;
before(async () => {
  service = await testService();
  samples = await openSamples(service);
});
after(() => service?.[Symbol.asyncDispose]());

const secret = /^(key|secret|token|code|password|link|\w+_token|\w+_secret)$/;

/** Members that are called like a secret and are none, by operation. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  'lookup.find': ['code'], // A warning's code.
  'lookup.fetch-lookup': ['code'],
  'lookup.find-example': ['code'],
  'lookup.show-examples': ['code'],
  'calls.list-calls': ['code'], // The code of an error.
  'calls.show-call': ['code'],
  'growth.preview-promo': ['code'], // A promo's code is public.
  'growth.redeem-promo': ['code'],
  'growth.list-promos': ['code'],
  'growth.save-promo': ['code'],
  'growth.list-redemptions': ['code'],
  'jobs.list-items': ['code'], // A failed row's code.
};

type Shape = TSchema & { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] } & {
  type?: string;
};

const isText = ({ type, anyOf = [], ...shape }: Shape): boolean =>
  (type === 'string' && !('enum' in shape) && !('const' in shape)) || anyOf.some(isText);

/** The members of an answer that are texts and called like a secret. */
function secretsIn(shape: Shape): string[] {
  const own = Object.entries(shape.properties ?? {});
  return [
    ...own.filter(([name, member]) => secret.test(name) && isText(member)).map(([name]) => name),
    ...own.flatMap(([, member]) => secretsIn(member)),
    ...(shape.items ? secretsIn(shape.items) : []),
    ...(shape.anyOf ?? []).flatMap(secretsIn),
  ];
}

for (const declared of manifest.operations) {
  const shown = secretsIn(declared.output as Shape).filter((name) => !harmless[declared.id]?.includes(name));
  if (shown.length > 0)
    test(`${declared.id} says that its answer is secret`, () =>
      assert.equal(declared.secretAnswer, true, shown.join(', ')));
}

for (const declared of manifest.operations.filter(({ secretAnswer }) => secretAnswer)) {
  for (const door of declared.doors) {
    test(`${doorName(door)} shows its secret with Cache-Control: no-store`, async () => {
      const call = await samples.callOf(declared, door);
      const response = await service.request(call.method, call.path, call);
      assert.ok(response.statusCode < 300, response.body);
      assert.equal(response.headers['cache-control'], 'no-store');
      assert.equal(door.cacheSeconds, undefined);
    });
  }
}
