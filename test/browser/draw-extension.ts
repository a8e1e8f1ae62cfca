import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionBrowser, listen } from '../support/extension.ts';
import { customer, importRows } from '../support/kit.ts';
import { testService } from '../support/service.ts';

/** Draws the popup with a result, in both colour schemes. */
export async function drawExtension(pictures: string): Promise<void> {
  const environment = { EXTENSION_ORIGINS: 'chrome-extension://dcdciohnelhagkimcpnfefbjacfgneha' };
  await using service = await testService({ environment });
  await using listening = await listen(service);
  const { accountId } = await customer(service, 25);
  await importRows(
    service,
    `profile_url,full_name,headline,company,location,email,phone,link,source_url
https://www.linkedin.com/in/asha-example,Asha Example,Engineer,Example Works,"Pune, India",asha@works.example,+12025550123,https://github.com/asha-example,https://works.example/team
`,
  );
  for (const scheme of ['light', 'dark'] as const) {
    const minted = await service.internal('POST', '/internal/extension/session', { account_id: accountId });
    await using browser = await extensionBrowser(scheme);
    const { page, context, id } = browser;
    await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: 'A page' }));
    await page.goto(`chrome-extension://${id}/options.html`);
    await page.getByLabel('Address of the service').fill(listening.url);
    await page.getByLabel('Code from your dashboard').fill(minted.json().refresh_token);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText(`as ${accountId}`).waitFor();
    await page.goto('https://www.linkedin.com/in/asha-example');
    await using popup = await browser.click();
    await popup.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: scheme }],
    });
    await popup.shows(/left/);
    const { data } = await popup.send('Page.captureScreenshot', { format: 'png' });
    await writeFile(join(pictures, `extension-${scheme}.png`), Buffer.from(String(data), 'base64'));
  }
}
