import type { Locator, Page } from 'playwright-core';
import { importRows } from '../support/kit.ts';
import type { TestWeb } from '../support/web.ts';
import { codeOf, newNumber } from '../support/whatsapp.ts';

const link = 'https://www.linkedin.com/in/leela-example';

interface Effort {
  clicks: number;
  /** Fields that are typed into or chosen from. */
  fields: number;
}

/** A stranger opens the pages, signs up, buys the smallest plan, and has the answer to the lookup they began with. */
export async function walkToFirstAnswer(
  { service }: TestWeb,
  page: Page,
  onStep: (name: string) => Promise<void> = async () => {},
): Promise<Effort> {
  await importRows(service, `profile_url,full_name,email\n${link},Leela Example,leela@works.example\n`);
  const effort = { clicks: 0, fields: 0 };
  const click = (target: Locator) => {
    effort.clicks += 1;
    return target.click();
  };
  const type = (target: Locator, text: string) => {
    effort.fields += 1;
    return target.pressSequentially(text);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const linkNamed = (name: string) => page.getByRole('link', { name });

  await page.goto('/app');
  await click(linkNamed('Continue with the development sign-in'));
  await type(page.getByLabel('Email'), 'asha.rao@example.com');
  await click(button('Sign in'));

  await page.getByText('You need credits').waitFor();
  await type(page.getByLabel('Link to a profile, or several'), link);
  await page.getByText('₹99 a month').waitFor();
  await onStep('home');
  await click(button('Get credits'));
  await page.getByText('After your payment we look up').waitFor();
  await onStep('plans');
  await click(linkNamed('Choose Starter'));

  await page.getByLabel('Address', { exact: true }).waitFor();
  await onStep('set-up');
  await type(page.getByLabel('Address', { exact: true }), '12 Example Street');
  await type(page.getByLabel('City'), 'Bengaluru');
  await type(page.getByLabel('PIN code'), '560001');
  effort.fields += 1;
  await page.getByLabel('State').selectOption('Karnataka');
  const number = newNumber();
  await type(page.getByLabel('Mobile number'), number);
  await click(button('Save and send a code'));
  await page.getByText('We sent a code').waitFor();
  await onStep('code');
  await type(page.getByLabel('Code'), codeOf(service, number));

  await page.getByRole('heading', { name: 'Starter', level: 1 }).waitFor();
  await click(button('Pay and start the subscription'));
  await click(linkNamed('Return to the dashboard'));
  await page.getByText('leela@works.example').waitFor();
  await onStep('answer');
  return effort;
}
