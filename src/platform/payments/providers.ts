import { type Config, mergedVariables, type Variables } from '#core/environment.ts';
import { allows } from '#core/machine/development.ts';
import type { VendorClient, VendorOptions } from '#platform/outgoing/index.ts';
import type { ProviderDefinition, ProviderParts } from './definition.ts';
import type { PaymentProvider } from './port.ts';
import { razorpay } from './razorpay/provider.ts';
import { sandbox } from './sandbox/provider.ts';

/** All payment providers. A new one is a folder beside the others and a line here. */
const list = [razorpay, sandbox] as const;

type AnyProvider = ProviderDefinition<Variables>;
export const paymentProviders: readonly AnyProvider[] = list;

export const providerVariables = mergedVariables(list);

export const providerNames: readonly string[] = list.map(({ name }) => name);

/** For documents: `` `razorpay` or `sandbox` ``. */
export const providerChoice = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  providerNames.map((name) => `\`${name}\``),
);

type Opening = Omit<ProviderParts, 'openClient'> & { openClient(options: VendorOptions): VendorClient };

/** Null if it isn't configured. */
export function openProvider(
  definition: AnyProvider,
  config: Config,
  { openClient, ...parts }: Opening,
): PaymentProvider | null {
  const { name, credential, baseUrl: variable, open } = definition;
  if (credential.length > 0 && !hasCredential(config, definition)) return null;
  const baseUrl = variable === null ? '' : String(config[variable]);
  const client = open(config, {
    ...parts,
    openClient: (options) => openClient({ name, baseUrl, ...options }),
  });
  return client && { ...client, name };
}

/** Those that are configured. */
export const openProviders = (config: Config, parts: Opening): Map<string, PaymentProvider> =>
  new Map(
    paymentProviders.flatMap((definition) => {
      const provider = openProvider(definition, config, parts);
      return provider ? [[definition.name, provider] as const] : [];
    }),
  );

/** Checks across the variables of each provider. Returns one sentence per problem. */
export const refusedProviderVariables = (config: Config): string[] =>
  paymentProviders.flatMap((definition) => {
    const { name: provider, credential, needed } = definition;
    const names = [...credential, ...needed];
    const set = names.filter((name) => isSet(config, name));
    const unset = names.filter((name) => !set.includes(name));
    const others = `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set`;
    return [
      ...(set.length === 0 ? [] : unset.map((name) => `${name} must be set when ${others}`)),
      ...refusedBaseUrl(config, definition),
      ...(config.PAYMENT_PROVIDER === provider && unset[0] === credential[0] && unset[0]
        ? [`${unset[0]} must be set when PAYMENT_PROVIDER is ${provider}`]
        : []),
    ];
  });

function refusedBaseUrl(config: Config, definition: AnyProvider): string[] {
  const { baseUrl, variables, credential, isTest } = definition;
  const own = baseUrl && variables[baseUrl]?.fallback;
  if (!baseUrl || config[baseUrl] === own) return [];
  if (!allows(config, 'VENDOR_STAND_INS')) return [`${baseUrl} must be ${own} unless VENDOR_STAND_INS is on`];
  return hasCredential(config, definition) && !isTest(config)
    ? [`${baseUrl} must be ${own} when ${credential[0]} is a live key`]
    : [];
}

/** Those with a credential. */
export const hasCredential = (config: Config, { credential }: Pick<AnyProvider, 'credential'>): boolean =>
  credential[0] !== undefined && isSet(config, credential[0]);

const isSet = (config: Config, name: keyof Config): boolean =>
  (config[name] as string | readonly string[]).length > 0;
