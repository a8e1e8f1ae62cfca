import { onThePath } from './on-the-path.ts';

/** The browser for pages: the one that TEST_CHROMIUM names, else one on the PATH. Null if there is none. */
export const findChromium = (): string | null =>
  process.env.TEST_CHROMIUM || onThePath('chromium', 'chromium-headless-shell', 'google-chrome');

export const withoutChromium = 'There is no Chromium. Set TEST_CHROMIUM.';

export function testChromium(): string {
  const found = findChromium();
  if (!found) throw new Error(withoutChromium);
  return found;
}
