import { manifestOf } from '#core/manifest.ts';
import { accounts } from '#domains/accounts/manifest.ts';
import { agents } from '#domains/agents/manifest.ts';
import { audit } from '#domains/audit/manifest.ts';
import { billing } from '#domains/billing/manifest.ts';
import { bounces } from '#domains/bounces/manifest.ts';
import { budgets } from '#domains/budgets/manifest.ts';
import { calls } from '#domains/calls/manifest.ts';
import { connections } from '#domains/connections/manifest.ts';
import { credits } from '#domains/credits/manifest.ts';
import { customers } from '#domains/customers/manifest.ts';
import { directory } from '#domains/directory/manifest.ts';
import { extension } from '#domains/extension/manifest.ts';
import { growth } from '#domains/growth/manifest.ts';
import { identity } from '#domains/identity/manifest.ts';
import { invoices } from '#domains/invoices/manifest.ts';
import { jobs } from '#domains/jobs/manifest.ts';
import { keys } from '#domains/keys/manifest.ts';
import { lookup } from '#domains/lookup/manifest.ts';
import { mails } from '#domains/mails/manifest.ts';
import { onboarding } from '#domains/onboarding/manifest.ts';
import { sandbox } from '#domains/sandbox/manifest.ts';
import { settings } from '#domains/settings/manifest.ts';
import { signIn } from '#domains/sign-in/manifest.ts';
import { sources } from '#domains/sources/manifest.ts';
import { status } from '#domains/status/manifest.ts';
import { suppression } from '#domains/suppression/manifest.ts';
import { usage } from '#domains/usage/manifest.ts';
import { verification } from '#domains/verification/manifest.ts';
import { webhooks } from '#domains/webhooks/manifest.ts';
import { whatsapp } from '#domains/whatsapp/manifest.ts';

/** All domains of the product. Add a new one here and nowhere else, after the domains whose ports it needs to open. */
export const manifest = manifestOf([
  settings,
  identity,
  signIn,
  whatsapp,
  keys,
  verification,
  sources,
  lookup,
  directory,
  mails,
  suppression,
  accounts,
  onboarding,
  credits,
  budgets,
  sandbox,
  growth,
  billing,
  invoices,
  jobs,
  bounces,
  usage,
  calls,
  webhooks,
  audit,
  customers,
  connections,
  agents,
  extension,
  status,
]);
