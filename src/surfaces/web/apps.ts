/** The two sets of pages: `/app` for customers, `/console` for operators. */
export const apps = ['app', 'console'] as const;
export type App = (typeof apps)[number];
