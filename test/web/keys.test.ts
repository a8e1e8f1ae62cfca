import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes as app } from '#web/app/routes.ts';
import { routes as console } from '#web/console/routes.ts';

for (const [name, routes] of Object.entries({ app, console })) {
  test(`every view in the navigation of /${name} has a letter of its own`, () => {
    const lines = routes.filter(({ nav }) => nav);
    const letters = lines.map(({ key, path }) => key ?? path);
    assert.deepEqual(
      letters.filter((letter) => !/^[a-z]$/.test(letter)),
      [],
    );
    assert.equal(new Set(letters).size, letters.length, letters.join(' '));
  });
}
