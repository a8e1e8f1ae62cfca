import { entries, rejectValue, variable } from '#core/environment.ts';

export const extensionVariables = {
  EXTENSION_ORIGINS: variable(
    'Origins of browser extensions that may call the API (CORS), comma-separated. Default: none.',
    [] as string[],
    (value) => entries(value).map(extensionOrigin),
    'chrome-extension://dcdciohnelhagkimcpnfefbjacfgneha',
  ),
};

/** Chromium names an extension by 32 letters from a to p, Firefox by a UUID. */
const form = /^(chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;

/** As browsers write it in `Origin`. */
const extensionOrigin = (entry: string): string =>
  form.test(entry.toLowerCase())
    ? entry.toLowerCase()
    : rejectValue(
        `must list origins such as chrome-extension://dcdciohnelhagkimcpnfefbjacfgneha, not '${entry}'`,
      );
