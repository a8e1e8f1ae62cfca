import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { nothingFound } from '../rules.ts';
import { answerOf, withRemaining } from './answers.ts';

test('what remains is put in its place, whatever the strings of an answer say', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('"remaining":0', '","remaining":0,"', '\\"remaining":0', '$&'),
  );
  fc.assert(
    fc.property(text, text, fc.nat(), (name, client_reference, balance) => {
      const answer = answerOf({
        opKey: '00000000-0000-7000-8000-000000000000',
        profile: { network: 'github', host: 'github.com', handle: name, url: name },
        request: { profile_url: 'github.com/jane', name, client_reference },
        finding: nothingFound([{ code: name, detail: client_reference }]),
        createdAt: new Date(0),
      });
      const sent = JSON.parse(withRemaining(JSON.stringify(answer), balance));
      assert.deepEqual(sent, { ...answer, credits: { ...answer.credits, remaining: balance } });
    }),
  );
});
