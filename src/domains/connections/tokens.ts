import { createHmac } from 'node:crypto';
import { derivedSecretText, newSecretText, type SecretText, secretHashOf } from '#values/secret-text.ts';

export interface TokenPair {
  access: SecretText;
  refresh: SecretText;
}

const accessPrefix = 'cty_agent_';
const refreshPrefix = 'cty_renew_';
const codePrefix = 'cty_code_';

/** Shown once and never stored. */
export const newTokens = (): TokenPair => ({
  access: newSecretText(accessPrefix),
  refresh: newSecretText(refreshPrefix),
});

export const newCode = (): SecretText => newSecretText(codePrefix);

/**
 * The pair derived from a refresh token: always the same, so that a repeat needs no stored token. It takes the token and the pepper, so
 * read access to the database isn't enough to derive one.
 */
export function nextTokens(pepper: string, refreshToken: string): TokenPair {
  const derived = (prefix: string) =>
    derivedSecretText(
      prefix,
      createHmac('sha256', pepper).update(`agent token:${prefix}:${refreshToken}`).digest('hex'),
    );
  return { access: derived(accessPrefix), refresh: derived(refreshPrefix) };
}

/** Whether a credential is meant as an access token, good or not. */
export const isAccessToken = (text: string): boolean => text.startsWith(accessPrefix);

/** The stored hash. Null for a text that can't be one. */
export const accessHashOf = (text: string): string | null => secretHashOf(accessPrefix, text);
export const refreshHashOf = (text: string): string | null => secretHashOf(refreshPrefix, text);
export const codeHashOf = (text: string): string | null => secretHashOf(codePrefix, text);
