import type { Config, Variables } from '#core/environment.ts';
import type { VendorClient, VendorOptions } from '#platform/outgoing/index.ts';
import type { PaymentProvider } from './port.ts';

/** Everything about one payment provider. `providers.ts` lists them, and everything else follows from that list. */
export interface ProviderDefinition<Set extends Variables = Variables> {
  /** In PAYMENT_PROVIDER, in the path of its webhook and in the database. Never changes. */
  name: string;
  variables: Set;
  /** Variables with the credential of its API. All are set, or none. The first decides whether it is configured. */
  credential: readonly (keyof Config)[];
  /** Further variables that the credential needs, such as the webhook's secret. */
  needed: readonly (keyof Config)[];
  /** Further checks across its variables. Returns one sentence per problem. */
  refusedVariables?(config: Config): string[];
  /** Whether no real money moves, so that invoices are samples. */
  isTest(config: Config): boolean;
  /** Origins of the `form.action` of its checkouts, for the content security policy of the pages. */
  formOrigins: readonly string[];
  /** Null if it isn't configured. */
  open(config: Config, parts: ProviderParts): PaymentProvider | null;
}

export interface ProviderParts {
  openClient(options: VendorOptions): VendorClient;
  now(): Date;
  /** The provider inside the service. Null while SANDBOX_PAYMENTS is off. */
  sandbox: PaymentProvider | null;
}
