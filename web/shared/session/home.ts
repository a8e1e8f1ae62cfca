/** Where this app lives: its addresses start with it, and its API is below it. */
export const home: '/app' | '/console' = /^\/console(\/|$)/.test(location.pathname) ? '/console' : '/app';

/** Addresses that the pages show themselves. Everything else, such as a download, is the server's. */
export const ownAddresses = new RegExp(
  `^${home}(?!/(?:api|assets|session|sign-in|sign-out)(?:[/?#]|$))(?:[/?#]|$)`,
);
