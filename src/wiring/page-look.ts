import type { Config } from '#core/environment.ts';
import { allows } from '#core/machine/development.ts';
import type { Look } from '#surfaces/html-document.ts';
import { currentBundle, freshBundle } from '#surfaces/web/bundle/current-bundle.ts';
import { servesPages } from './public-url.ts';

/** The look of documents for people. A bundle that can't be built leaves them without a style. */
export function openLook(config: Config, publicUrl: () => string): () => Promise<Look> {
  const bundle = allows(config, 'FRESH_PAGES') ? freshBundle : currentBundle;
  const fixed = {
    contact: contactOf(config),
    home: servesPages(config) ? '/' : null,
    termsUrl: config.TERMS_URL,
  };
  return async () => {
    const prefix = new URL(publicUrl()).pathname.replace(/\/$/, '');
    const entry = await bundle()
      .then(({ entries }) => entries.site)
      .catch(() => null);
    const addressOf = (name: string | null | undefined) => (name ? `${prefix}/assets/${name}` : null);
    return {
      style: addressOf(entry?.style),
      font: addressOf(entry?.font),
      script: addressOf(entry?.script),
      ...fixed,
    };
  };
}

function contactOf({ SUPPORT_EMAIL, SALES_EMAIL, CONTACT_URL }: Config): Look['contact'] {
  const email = SUPPORT_EMAIL || SALES_EMAIL;
  if (email) return { href: `mailto:${encodeURI(email)}`, label: `Write to ${email}` };
  return CONTACT_URL ? { href: CONTACT_URL, label: 'Contact us' } : null;
}
