import { mkdirSync } from 'node:fs';

const root = '/work/wt/firstanswer/';
const { closeBrowser, testPage } = await import(root + 'test/support/browser.ts');
const { testWeb } = await import(root + 'test/support/web.ts');
const { walkToFirstAnswer } = await import(root + 'test/browser/first-answer.ts');
mkdirSync('/tmp/fa-pics', { recursive: true });
await using web = await testWeb();
const opened = await testPage({ baseURL: web.url, viewport: { width: 1280, height: 900 } });
const { page } = opened;
page.setDefaultTimeout(8000);
page.on('response', async (r: any) => {
  if (r.status() >= 400) console.log(r.status(), r.url(), (await r.text().catch(() => '')).slice(0, 400));
});
const shot = async (name: string) => {
  for (const [width, scheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(200);
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    if ((wide as number) > width) console.log('TOO WIDE', name, wide);
    await page.screenshot({ path: `/tmp/fa-pics/${name}.${width}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
};
const began = performance.now();
try {
  console.log(await walkToFirstAnswer(web, page, shot), Math.round(performance.now() - began), 'ms');
  await page.goto('/app');
  await page.getByText('Leela Example').waitFor();
  await shot('home-after');
} catch (error) {
  console.log(error);
  await shot('failed');
}
const other = await web.signedIn({ email: 'bina@example.com' }, { viewport: { width: 1280, height: 900 } });
await opened[Symbol.asyncDispose]().catch((e: unknown) => console.log(String(e)));
await other[Symbol.asyncDispose]().catch((e: unknown) => console.log(String(e)));
await closeBrowser();
process.exit(0);
