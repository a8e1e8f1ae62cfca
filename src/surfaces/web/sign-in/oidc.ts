import type { Configuration } from 'openid-client';
import { Failure } from '#core/failure.ts';
import { callbackPath, type Provider } from './provider.ts';

/** The values to compare when the person comes back. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The person, as the provider vouches for them. */
export interface Identity {
  userId: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string;
}

/** A client of one provider. */
export interface OidcClient {
  /** Where to send the browser. The provider asks which account to use if `asksWhich`. */
  begin(origin: string, asksWhich: boolean): Promise<{ url: URL; checks: Checks }>;
  /** Throws if the answer isn't one to this sign-in. */
  finish(origin: string, query: string, checks: Checks): Promise<Identity>;
}

const timeoutSeconds = 10;

export function openOidc(provider: Provider): OidcClient {
  let discovered: Promise<Configuration> | undefined;
  const theConfiguration = () => {
    const current = discovered ?? discover(provider);
    discovered = current;
    current.catch(() => {
      discovered = undefined;
    });
    return current;
  };
  return {
    async begin(origin, asksWhich) {
      const oidc = await import('openid-client');
      const configuration = await theConfiguration();
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: origin + callbackPath,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        ...(asksWhich ? { prompt: promptOf(configuration) } : {}),
      });
      // The browser may know this machine by another name, or through a tunnel.
      const reachable = provider.isDevelopment ? new URL(url.pathname + url.search, origin) : url;
      return { url: reachable, checks };
    },
    async finish(origin, query, { state, nonce, verifier }) {
      const oidc = await import('openid-client');
      const configuration = await theConfiguration();
      const tokens = await oidc.authorizationCodeGrant(
        configuration,
        new URL(`${origin}${callbackPath}${query}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
      );
      const claims = tokens.claims()!;
      const told =
        claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims;
      return identityOf(claims.sub, told);
    },
  };
}

/** `login` where the provider says that it can't offer a choice (OpenID Connect Core §3.1.2.1). */
function promptOf(configuration: Configuration): string {
  const { prompt_values_supported: known } = configuration.serverMetadata();
  return !Array.isArray(known) || known.includes('select_account') ? 'select_account' : 'login';
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client');
  const url = new URL(issuer());
  const found = discovery(url, clientId, clientSecret || undefined, undefined, {
    // Also checks the signatures of ID tokens that came over TLS.
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
    timeout: timeoutSeconds,
  });
  return found.catch((cause) => {
    throw new Failure('provider_unavailable', { cause });
  });
}

const identityOf = (userId: string, told: Readonly<Record<string, unknown>>): Identity => ({
  userId,
  email: typeof told.email === 'string' && told.email !== '' ? told.email : null,
  isEmailVerified: told.email_verified === true || told.email_verified === 'true',
  name: typeof told.name === 'string' ? told.name.slice(0, 200).toWellFormed().replaceAll('\0', '') : '',
});
