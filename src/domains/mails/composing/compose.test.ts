import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Port, Ports } from '#core/ports.ts';
import { compose, said } from './compose.ts';
import { mailColours } from './layout.ts';

const contact = { href: 'mailto:support@example.com', label: 'support@example.com' };
const ports = {
  publicUrl: () => 'https://contacts.example.com',
  use: <Value>(_port: Port<Value>) => ({ contact }) as Value,
} as Pick<Ports, 'use' | 'publicUrl'>;
const draft = {
  template: 'a_mail',
  values: {},
  subject: 'Your job has ended',
  blocks: [
    'All rows were looked up.',
    { facts: [['Found', '12'] as const, ['Not found', '3'] as const] },
    'Download the file:',
    { link: 'https://contacts.example.com/app/jobs/1', label: 'Open the job' },
  ],
};

test('text and HTML say the same', () => {
  const { text, html } = compose(ports, draft, 'https://contacts.example.com/mails/off?t=1&u=2');
  assert.equal(
    text,
    [
      'All rows were looked up.',
      'Found: 12\nNot found: 3',
      'Download the file:',
      'https://contacts.example.com/app/jobs/1',
      '-- \nContactry, https://contacts.example.com\nQuestions? support@example.com\nStop mails of this kind: https://contacts.example.com/mails/off?t=1&u=2',
    ].join('\n\n'),
  );
  for (const part of [
    'All rows were looked up.',
    '>Found<',
    '>12<',
    '>Open the job<',
    'mailto:support@example.com',
  ])
    assert.ok(html.includes(part), part);
  assert.ok(html.includes('href="https://contacts.example.com/mails/off?t=1&#38;u=2"'));
});

test('markup in a name is text', () => {
  const name = said('<img src=x onerror=alert(1)> "Asha" & \'Co\'');
  const { html } = compose(ports, {
    ...draft,
    subject: name,
    blocks: [name, { facts: [[name, name]] }, { link: '"><b>', label: name }],
  });
  assert.doesNotMatch(html, /<img|<b>/);
  assert.ok(html.includes('&#60;img src=x onerror=alert(1)&#62; &#34;Asha&#34; &#38; &#39;Co&#39;'));
});

test('nothing in a mail is loaded from elsewhere', () => {
  const { html } = compose(ports, draft);
  assert.doesNotMatch(html, /<img|<link|<script|src=|url\(|@import|@font-face/i);
});

for (const [what, name, shown] of [
  ['line breaks', 'Asha\r\nBcc: x@example.com', 'Asha Bcc: x@example.com'],
  ['controls', 'A\u0000s\u0007ha\u2028', 'A s ha'],
  ['a turn of direction', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['a name from right to left', 'آشا', '\u2068آشا\u2069'],
  ['a very long name', 'x'.repeat(1_000), `${'x'.repeat(79)}…`],
] as const) {
  test(`${what} in a name can't disturb the sentence around it`, () => assert.equal(said(name), shown));
}

test('the colours are the tokens of the pages', () => {
  const tokens = readFileSync('web/shared/style/tokens.css', 'utf8');
  for (const [name, [light, dark]] of Object.entries(mailColours))
    assert.ok(tokens.includes(`--${name}: light-dark(${light}, ${dark});`), name);
});
