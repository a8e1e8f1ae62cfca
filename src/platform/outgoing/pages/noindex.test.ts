import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanPage } from '#platform/html/scan-page.ts';
import { forbidsIndexing } from './robots-rules.ts';

const headers: [string, boolean][] = [
  ['', false],
  ['noindex', true],
  ['NoIndex, nofollow', true],
  ['none', true],
  ['nofollow, noarchive', false],
  ['otherbot: noindex', false],
  ['otherbot: noindex, nofollow', false],
  ['contactry: noindex', true],
  ['CONTACTRY: nofollow, noindex', true],
  ['otherbot: noindex, contactry: nofollow', false],
  ['unavailable_after: 1 Jan 2030 00:00:00 GMT, noindex', true],
  ['max-snippet: 20, noindex', true],
  ['noindexing', false],
];

for (const [value, forbidden] of headers) {
  test(`X-Robots-Tag "${value}" ${forbidden ? 'forbids' : 'does not forbid'} storing`, () => {
    assert.equal(forbidsIndexing({ 'x-robots-tag': value }, [], 'Contactry'), forbidden);
  });
}

const pages: [string, boolean][] = [
  ['<meta name="robots" content="noindex">', true],
  ["<META content='nofollow, NONE' name=Robots>", true],
  ['<meta name="contactry" content="noindex">', true],
  ['<meta name="otherbot" content="noindex">', false],
  ['<meta name="robots" content="index, follow"><p>noindex</p>', false],
  ['<!-- <meta name="robots" content="noindex"> -->', false],
  ['<script>"<meta name=robots content=noindex>"</script>', false],
  ['<p>noindex', false],
];

for (const [html, forbidden] of pages) {
  test(`${html} ${forbidden ? 'forbids' : 'does not forbid'} storing`, () => {
    assert.equal(forbidsIndexing({}, scanPage(html).metas, 'Contactry'), forbidden);
  });
}
