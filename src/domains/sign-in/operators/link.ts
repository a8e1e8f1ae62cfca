import { secretHashOf } from '#values/secret-text.ts';

export const linkPrefix = 'cty_console_';

/** The stored hash. Null for a text that can't be a link's token. */
export const linkHashOf = (text: string): string | null => secretHashOf(linkPrefix, text);
