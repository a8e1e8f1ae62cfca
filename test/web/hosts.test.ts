import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hosts } from '#web/app/views/connect/hosts.ts';

const compact = (text: string) => text.replace(/\s+/g, '');
const guide = compact(readFileSync('docs/guide/agents.md', 'utf8'));

for (const { id, name, setup } of hosts) {
  // The guide tells it in a sentence.
  if (id === 'claude') continue;
  test(`what the dashboard tells users of ${name} is what the guide tells them`, () => {
    assert(guide.includes(compact(setup('https://contacts.example.com/mcp'))), setup('URL'));
  });
}
