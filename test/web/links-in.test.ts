import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits, textMax } from '#web/app/views/look-up/bar/fits.ts';
import { isSameLink, linksIn } from '#web/app/views/look-up/bar/links-in.ts';

test('pasted text with several links becomes a list, each once; anything else stays as it was typed', () => {
  assert.deepEqual(linksIn('github.com/asha, https://github.com/ravi\ngithub.com/asha'), [
    'github.com/asha',
    'https://github.com/ravi',
  ]);
  assert.deepEqual(linksIn('  asha on github '), ['asha on github']);
  assert.equal(linksIn(`github.com/${'x'.repeat(1_000_000)}`)[0]!.length, 5_000);
  assert.deepEqual(linksIn('see https://github.com/asha'), ['see https://github.com/asha']);
  assert.deepEqual(linksIn(' '), []);
});

test('one link is the same with and without its protocol, www, capitals and what follows the last slash', () => {
  for (const same of ['https://www.GitHub.com/asha/', 'http://github.com/asha//?#', 'github.com/asha']) {
    assert.ok(isSameLink('github.com/asha', same), same);
  }
  assert.ok(!isSameLink('github.com/asha', 'github.com//asha'));
  assert.ok(!isSameLink('github.com/asha', undefined));
});

test('the longest text is read in one pass, whatever it consists of', () => {
  for (const part of ['/', '?#', 'a', 'a.', 'www.', 'https://', ',; ', '\n']) {
    const text = part.repeat(textMax / part.length).padEnd(textMax, 'x');
    assert.ok(linksIn(text).length <= 1, part);
    assert.ok(!isSameLink(text, 'github.com/asha'), part);
  }
});

test('a text fits up to the longest one, counted without what it replaces', () => {
  const field = { value: 'x'.repeat(textMax - 5), selectionStart: 3, selectionEnd: 3 };
  assert.ok(fits(field, 'y'.repeat(5)));
  assert.ok(!fits(field, 'y'.repeat(6)));
  assert.ok(fits({ ...field, selectionEnd: 10 }, 'y'.repeat(12)));
  assert.ok(!fits({ ...field, selectionEnd: 10 }, 'y'.repeat(13)));
});
