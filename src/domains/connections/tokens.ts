import { newSecretText, type SecretText, secretHashOf } from '#values/secret-text.ts';
import { tokenPairs } from '#values/token-pair.ts';

export const { newTokens, nextTokens, isAccessToken, accessHashOf, refreshHashOf } = tokenPairs('agent', {
  access: 'cty_agent_',
  refresh: 'cty_renew_',
});

const codePrefix = 'cty_code_';

export const newCode = (): SecretText => newSecretText(codePrefix);

/** The stored hash. Null for a text that can't be one. */
export const codeHashOf = (text: string): string | null => secretHashOf(codePrefix, text);
