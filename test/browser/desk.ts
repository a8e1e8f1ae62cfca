import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';

/** Steps of an operator in the console. */
export interface Desk {
  page: Page;
  go(path: string): Promise<unknown>;
  /** Presses the first button or link of this name. */
  press(name: string | RegExp): Promise<void>;
  fill(label: string | RegExp, text: string): Promise<void>;
  /** Waits until the page says this. */
  said(text: string | RegExp): Promise<void>;
  /** Loads the page again until it says this. */
  comes(text: string | RegExp): Promise<void>;
  /** The row of a table with this text. */
  row(text: string | RegExp): ReturnType<Page['getByRole']>;
  /** Answers the question of a button, with a reason. */
  confirm(act: string | RegExp, reason?: string): Promise<void>;
  /** Opens the page *What is wrong* and presses a button beside an alert or another row. */
  see(what: string | RegExp, press?: string): Promise<void>;
  /** Closes an alert of the page that is shown. */
  resolve(what: string | RegExp): Promise<void>;
}

export function deskOf(page: Page): Desk {
  const control = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }));
  const desk: Desk = {
    page,
    go: (path) => page.goto(`/console${path}`),
    press: (name) => control(name).first().click(),
    fill: (label, text) => page.getByLabel(label).first().fill(text),
    said: (text) => page.getByText(text).first().waitFor(),
    comes(text) {
      // Longer each time: a busy machine takes a while to draw a page.
      let timeout = 500;
      return eventually(async () => {
        timeout *= 2;
        await page.reload();
        await page.getByText(text).first().waitFor({ timeout });
      });
    },
    row: (text) => page.getByRole('row').filter({ hasText: text }),
    async confirm(act, reason = 'An incident') {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill(reason);
      await dialog.getByRole('button', { name: act, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    async see(what, press) {
      await desk.go('/health');
      const row = desk.row(what).first();
      await row.waitFor();
      if (press)
        await row
          .getByRole('button', { name: press })
          .or(row.getByRole('link', { name: press }))
          .click();
    },
    async resolve(what) {
      await desk.see(what, 'Resolve');
      await desk.confirm('Resolve');
      await desk.row(what).waitFor({ state: 'detached' });
    },
  };
  return desk;
}
