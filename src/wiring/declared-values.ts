import type { platformVariables } from '#app/start/config.ts';
import type { ConfigOf } from '#core/environment.ts';
import type { ValuesOf } from '#core/parts/setting.ts';
import type { agentVariables } from '#domains/agents/variables.ts';
import type { auditSettings } from '#domains/audit/settings.ts';
import type { priceListVariables } from '#domains/billing/price-list/variables.ts';
import type { billingVariables } from '#domains/billing/variables.ts';
import type { bounceSettings } from '#domains/bounces/settings.ts';
import type { connectionSettings } from '#domains/connections/settings.ts';
import type { creditSettings } from '#domains/credits/settings.ts';
import type { extensionVariables } from '#domains/extension/variables.ts';
import type { sessionSettings } from '#domains/identity/sessions/settings.ts';
import type { signupSettings } from '#domains/identity/signups/settings.ts';
import type { supplierVariables } from '#domains/invoices/supplier/variables.ts';
import type { jobSettings } from '#domains/jobs/settings.ts';
import type { keySettings } from '#domains/keys/settings.ts';
import type { lookupSettings } from '#domains/lookup/settings.ts';
import type { mailVariables } from '#domains/mails/variables.ts';
import type { outgoingSettings, outgoingVariables } from '#domains/settings/outgoing-hold.ts';
import type { signInVariables } from '#domains/sign-in/variables.ts';
import type { sourceSettings } from '#domains/sources/settings.ts';
import type { sourceVariables } from '#domains/sources/variables.ts';
import type { statusSettings } from '#domains/status/settings.ts';
import type { verificationSettings } from '#domains/verification/settings.ts';
import type { verificationVariables } from '#domains/verification/variables.ts';
import type { webhookSettings } from '#domains/webhooks/settings.ts';
import type { whatsappSettings } from '#domains/whatsapp/settings.ts';
import type { whatsappVariables } from '#domains/whatsapp/variables.ts';
import type { providerVariables } from '#platform/payments/providers.ts';

/** What `settings.current()` has: the settings of every domain. */
declare module '#core/setting-values.ts' {
  interface SettingValues
    extends ValuesOf<typeof auditSettings>,
      ValuesOf<typeof connectionSettings>,
      ValuesOf<typeof bounceSettings>,
      ValuesOf<typeof creditSettings>,
      ValuesOf<typeof sessionSettings>,
      ValuesOf<typeof signupSettings>,
      ValuesOf<typeof jobSettings>,
      ValuesOf<typeof keySettings>,
      ValuesOf<typeof lookupSettings>,
      ValuesOf<typeof outgoingSettings>,
      ValuesOf<typeof sourceSettings>,
      ValuesOf<typeof statusSettings>,
      ValuesOf<typeof verificationSettings>,
      ValuesOf<typeof webhookSettings>,
      ValuesOf<typeof whatsappSettings> {}
}

/** The environment variables of every part. */
declare module '#core/environment.ts' {
  interface Config
    extends ConfigOf<typeof platformVariables>,
      ConfigOf<typeof agentVariables>,
      ConfigOf<typeof priceListVariables>,
      ConfigOf<typeof billingVariables>,
      ConfigOf<typeof extensionVariables>,
      ConfigOf<typeof supplierVariables>,
      ConfigOf<typeof outgoingVariables>,
      ConfigOf<typeof signInVariables>,
      ConfigOf<typeof sourceVariables>,
      ConfigOf<typeof mailVariables>,
      ConfigOf<typeof verificationVariables>,
      ConfigOf<typeof whatsappVariables>,
      ConfigOf<typeof providerVariables> {}
}
