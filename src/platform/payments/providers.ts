import type { Config } from '#core/environment.ts';
import type { ProviderDefinition, ProviderParts } from './definition.ts';
import type { PaymentProvider } from './port.ts';
import { razorpay } from './razorpay/provider.ts';
import { sandbox } from './sandbox/provider.ts';

/** All payment providers. A new one is a folder beside the others and a line here. */
const list = [razorpay, sandbox] as const;

export const paymentProviders: readonly ProviderDefinition[] = list;

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type ProviderVariables = AllOf<(typeof list)[number]['variables']>;

export const providerVariables = Object.assign(
  {},
  ...list.map(({ variables }) => variables),
) as ProviderVariables;

export const providerNames: readonly string[] = list.map(({ name }) => name);

/** For documents: `` `razorpay` or `sandbox` ``. */
export const providerChoice = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  providerNames.map((name) => `\`${name}\``),
);

/** Those that are configured. */
export const openProviders = (config: Config, parts: ProviderParts): Map<string, PaymentProvider> =>
  new Map(
    paymentProviders.flatMap((definition) => {
      const provider = definition.open(config, parts);
      return provider ? [[definition.name, provider] as const] : [];
    }),
  );

/** Checks across the variables of each provider. Returns one sentence per problem. */
export const refusedProviderVariables = (config: Config): string[] =>
  paymentProviders.flatMap(({ name: provider, credential, needed, refusedVariables }) => {
    const names = [...credential, ...needed];
    const set = names.filter((name) => isSet(config, name));
    const unset = names.filter((name) => !set.includes(name));
    const others = `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} set`;
    return [
      ...(set.length === 0 ? [] : unset.map((name) => `${name} must be set when ${others}`)),
      ...(refusedVariables?.(config) ?? []),
      ...(config.PAYMENT_PROVIDER === provider && unset[0] === credential[0] && unset[0]
        ? [`${unset[0]} must be set when PAYMENT_PROVIDER is ${provider}`]
        : []),
    ];
  });

/** Those with a credential. */
export const hasCredential = (config: Config, { credential }: ProviderDefinition): boolean =>
  credential[0] !== undefined && isSet(config, credential[0]);

const isSet = (config: Config, name: keyof Config): boolean =>
  (config[name] as string | readonly string[]).length > 0;
