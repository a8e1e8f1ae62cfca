import type { ProviderDefinition } from '../definition.ts';

/** Moves no money. Its pages and sales are in `src/domains/sandbox`. */
export const sandbox: ProviderDefinition<Record<never, never>> = {
  name: 'sandbox',
  variables: {},
  credential: [],
  needed: [],
  baseUrl: null,
  isTest: () => true,
  formOrigins: [],
  open: (_, parts) => parts.sandbox,
};
