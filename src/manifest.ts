import { manifestOf } from '#core/manifest.ts';
import { accounts } from '#domains/accounts/manifest.ts';
import { credits } from '#domains/credits/manifest.ts';
import { directory } from '#domains/directory/manifest.ts';
import { identity } from '#domains/identity/manifest.ts';
import { keys } from '#domains/keys/manifest.ts';
import { lookup } from '#domains/lookup/manifest.ts';
import { sources } from '#domains/sources/manifest.ts';
import { status } from '#domains/status/manifest.ts';
import { suppression } from '#domains/suppression/manifest.ts';
import { usage } from '#domains/usage/manifest.ts';

/** Every domain of the product. A new one is added here and nowhere else. */
export const manifest = manifestOf([
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
