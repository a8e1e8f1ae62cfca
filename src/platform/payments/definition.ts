import type { Config, Variables } from '#core/environment.ts';
import type { VendorClient, VendorOptions } from '#platform/outgoing/index.ts';
import type { PaymentProvider } from './port.ts';

/**
 * Everything about one payment provider. `providers.ts` lists them, and everything else follows from that list. Name the type of
 * the variables: `ProviderDefinition<typeof variables>`.
 */
export interface ProviderDefinition<Set extends Variables> {
  /** In PAYMENT_PROVIDER, in the path of its webhook, in reports and in the database. Never changes. */
  name: string;
  variables: Set;
  /** Variables with the credential of its API. All are set, or none. Without them the provider isn't opened. */
  credential: readonly (keyof Config)[];
  /** Other variables that the credential needs, such as the webhook's secret. */
  needed: readonly (keyof Config)[];
  /**
   * The variable with the base URL of its API, whose default is the provider's own address. Another address is refused unless
   * VENDOR_STAND_INS is on, and with a live key everywhere: the credential goes there. Null if it has no API.
   */
  baseUrl: (keyof Config & string) | null;
  /** Whether no real money moves, so that invoices are samples. */
  isTest(config: Config): boolean;
  /** Origins of the `form.action` of its checkouts, for the content security policy of the pages. */
  formOrigins: readonly string[];
  /** Called when the credential is set. Null if the provider is off all the same. */
  open(config: Config, parts: ProviderParts): ProviderClient | null;
}

/** The interface that a provider's folder implements. Its name is in the definition. */
export type ProviderClient = Omit<PaymentProvider, 'name'>;

export interface ProviderParts {
  /** Calls the API at the base URL. */
  openClient(options: Omit<VendorOptions, 'name' | 'baseUrl'>): VendorClient;
  now(): Date;
  /** The provider inside the service. Null while SANDBOX_PAYMENTS is off. */
  sandbox: PaymentProvider | null;
}
