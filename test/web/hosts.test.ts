import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hosts } from '#web/app/views/connect/hosts.ts';

const compact = (text: string) => text.replace(/\s+/g, '');
const guideOf = (name: string) => compact(readFileSync(`docs/guide/${name}.md`, 'utf8'));
const guides = { signIn: guideOf('agent-sign-in'), withKey: guideOf('agents') };

for (const { id, name, ...ways } of hosts) {
  for (const way of ['signIn', 'withKey'] as const) {
    const setup = ways[way];
    // The guide tells it in a sentence.
    if (!setup || (id === 'claude' && way === 'withKey')) continue;
    test(`what the dashboard tells users of ${name} is what the guide tells them (${way})`, () => {
      const text = setup.text('https://contacts.example.com/mcp');
      assert(guides[way].includes(compact(text)), text);
    });
  }
}
