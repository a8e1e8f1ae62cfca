import { closeBrowser } from '../support/browser.ts';
import { testPage } from '../support/browser.ts';
import { testWeb } from '../support/web.ts';
const [, , folder = '/tmp/door', only = ''] = process.argv;
await using web = await testWeb({ environment: { SUPPORT_EMAIL: 'help@contacts.example.com', TERMS_URL: 'https://contacts.example.com/terms' } });
const pages = ['/', '/pricing', '/docs', '/docs/lookup', '/docs/webhooks', '/docs/search?q=webhook', '/docs/search?q=zzzqqq', '/errors', '/errors/insufficient_credits', '/nope', '/opt-out', '/app/sign-in', '/console/sign-in', '/app/sign-in?because=locked'];
{
await using opened = await testPage({ baseURL: web.url });
for (const path of pages.filter((p) => p.includes(only))) {
  for (const width of [1440, 390]) for (const scheme of ['light', 'dark'] as const) {
    await opened.page.setViewportSize({ width, height: 900 });
    await opened.page.emulateMedia({ colorScheme: scheme });
    await opened.page.goto(path);
    await opened.page.waitForTimeout(150);
    const name = (path.slice(1) || 'home').replace(/[^\w-]+/g, '-');
    const wide = await opened.page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) console.log(path, width, 'WIDE', wide);
    await opened.page.screenshot({ path: `${folder}/${name}.${width}.${scheme}.png`, fullPage: true });
  }
}
}
await closeBrowser();
