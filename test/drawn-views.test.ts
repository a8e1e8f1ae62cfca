import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apps } from '#surfaces/web/apps.ts';
import { buildBundle } from '#surfaces/web/bundle/build-bundle.ts';
import { freshBundle } from '#surfaces/web/bundle/current-bundle.ts';
import { documentOf } from '#surfaces/web/document.ts';

const bundle = await buildBundle();
const session = { email: 'asha@example.com', name: '"><script>' };

test('every view is drawn before its script runs, and its script is on its way', () => {
  for (const app of apps)
    for (const { pattern, html, preloaded } of bundle.views[app]) {
      const path = pattern.pathname;
      assert.match(html, /<nav aria-label="Main">/, path);
      // The old address of the key leads on, and a view that shows a part of its address has to wait for it.
      assert.match(html, path === '/app/key' || path.includes(':') ? /<main [^>]*><\/main>/ : /<h1/, path);
      assert.doesNotMatch(html, /could not be shown|undefined|\[object/, path);
      assert.ok(preloaded.length > 0 && preloaded.every((name) => bundle.assets.has(name)), path);
    }
});

test('a document has the drawing of its address, the session as data, and the theme that was chosen', () => {
  const shown = (path: string, theme: string | null = null) =>
    documentOf({ app: 'app', path, session, theme }, bundle);
  const jobs = shown('/app/jobs');
  assert.match(jobs, /<html lang="en">/);
  assert.match(jobs, /<h1[^>]*>Jobs<\/h1>/);
  assert.match(jobs, /rel="modulepreload" href="\/app\/assets\/jobs-\w+\.js"/);
  assert.match(jobs, /data-session="\{&#34;email&#34;:[^"<>]*"/);
  assert.match(shown('/app/jobs/job_1'), /<main [^>]*><\/main>/);
  assert.match(shown('/app/nothing-of-ours'), /id="root" data-[^>]*><\/div>/);
  assert.match(shown('/app', 'dark'), /<html lang="en" data-theme="dark">/);
  assert.match(shown('/app', '"><script>'), /<html lang="en">/);
});

test('every icon of the navigation has its place on the sheet', () => {
  for (const app of apps) {
    const style = bundle.assets.get(bundle.entries[app].style!)!.bytes.toString();
    const [sheet] = /icon-sheet-\w+\.svg/.exec(style)!;
    const icons = bundle.assets.get(sheet)!.bytes.toString().split('<svg y=').length - 1;
    assert.match(style, new RegExp(`100% ${icons}00%`));
    for (const [, name] of bundle.views[app][0]!.html.matchAll(/icon icon-([\w-]+)/g))
      assert.match(style, new RegExp(`\\.icon-${name}\\{(-webkit-)?mask-position:`));
  }
});

test('pages whose source files have not changed are not built again', async () => {
  const first = await freshBundle();
  assert.equal(await freshBundle(), first);
});
