import { hash, randomBytes } from 'node:crypto';
import type { CryptoKey } from 'jose';

/** A sign-in that waits for its code to be redeemed. */
interface Granted {
  email: string;
  clientId: string;
  redirectUri: string;
  nonce: string;
  challenge: string;
  expiresAtMs: number;
}

const codeMs = 60_000;
const codesMax = 1_000;
const tokenSeconds = 300;

interface Key {
  id: string;
  own: CryptoKey;
  /** For the key set. */
  shown: object;
}

/** Vouches for any address that a visitor names. It follows the protocol to the letter, so that what works here works elsewhere. */
export interface DevelopmentIssuer {
  /** A code for one redemption within a minute. */
  grant(granted: Omit<Granted, 'expiresAtMs'>): string;
  /** The ID token, or null if the code was not granted to this client and its verifier. */
  redeem(given: Redemption): Promise<string | null>;
  keys(): Promise<object>;
}

export interface Redemption {
  issuer: string;
  code: string;
  clientId: string;
  redirectUri: string;
  verifier: string;
}

export function openDevelopmentIssuer(now: () => Date): DevelopmentIssuer {
  const codes = new Map<string, Granted>();
  let key: Promise<Key> | undefined;
  const theKey = () => {
    key ??= newKey();
    return key;
  };
  return {
    grant(granted) {
      const [oldest] = codes.keys();
      if (codes.size >= codesMax && oldest) codes.delete(oldest);
      const code = randomBytes(24).toString('base64url');
      codes.set(code, { ...granted, expiresAtMs: now().getTime() + codeMs });
      return code;
    },
    async redeem({ issuer, code, clientId, redirectUri, verifier }) {
      const granted = codes.get(code);
      codes.delete(code);
      const isGood =
        granted !== undefined &&
        granted.expiresAtMs > now().getTime() &&
        granted.clientId === clientId &&
        granted.redirectUri === redirectUri &&
        granted.challenge === hash('sha256', verifier, 'base64url');
      return isGood ? idToken(await theKey(), issuer, granted, now()) : null;
    },
    keys: async () => ({ keys: [(await theKey()).shown] }),
  };
}

async function newKey(): Promise<Key> {
  const { exportJWK, generateKeyPair } = await import('jose');
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const id = randomBytes(6).toString('hex');
  return {
    id,
    own: privateKey,
    shown: { ...(await exportJWK(publicKey)), kid: id, alg: 'ES256', use: 'sig' },
  };
}

async function idToken({ id, own }: Key, issuer: string, granted: Granted, now: Date): Promise<string> {
  const { SignJWT } = await import('jose');
  const { email, clientId, nonce } = granted;
  const seconds = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ email, email_verified: true, name: nameIn(email), nonce })
    .setProtectedHeader({ alg: 'ES256', kid: id })
    .setIssuer(issuer)
    .setSubject(email)
    .setAudience(clientId)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + tokenSeconds)
    .sign(own);
}

/** As a person's name: `Asha Example` of `asha.example@example.com`. */
const nameIn = (email: string): string =>
  email
    .slice(0, email.lastIndexOf('@'))
    .split(/[^\p{L}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
    .trim();
