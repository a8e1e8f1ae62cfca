import type { Config } from '#core/environment.ts';

/** Whether this process serves `/app` and `/console`. They stand at the root of an origin, so not below the path of a PUBLIC_URL. */
export const servesPages = ({ WEB, ROLE, PUBLIC_URL }: Config): boolean =>
  WEB === 'on' && ROLE !== 'worker' && (PUBLIC_URL === '' || new URL(PUBLIC_URL).pathname === '/');
