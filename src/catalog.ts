import { catalogueOf } from '#core/catalogue.ts';
import { accounts } from '#domains/accounts/index.ts';
import { credits } from '#domains/credits/index.ts';
import { directory } from '#domains/directory/index.ts';
import { identity } from '#domains/identity/index.ts';
import { keys } from '#domains/keys/index.ts';
import { lookup } from '#domains/lookup/index.ts';
import { sources } from '#domains/sources/index.ts';
import { status } from '#domains/status/index.ts';
import { suppression } from '#domains/suppression/index.ts';
import { usage } from '#domains/usage/index.ts';

/** Every domain of the product. A new one is added here and nowhere else. */
export const catalogue = catalogueOf([
  lookup,
  sources,
  directory,
  suppression,
  accounts,
  identity,
  keys,
  credits,
  usage,
  status,
]);
