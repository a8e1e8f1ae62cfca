import type { Call } from './code-of.ts';

/** A lookup that anyone can make: test keys answer it with a fictional person. */
export const exampleCall: Call = {
  route: 'POST /api/v1/find',
  body: { profile_url: 'https://www.linkedin.com/in/asha-example' },
};
