import { signal } from '@preact/signals';
import { home } from './home.ts';

export interface Session {
  email: string;
  /** Customers only. */
  account_id?: string;
  name?: string | null;
  issuer_name?: string;
  is_development?: boolean;
  /** An address to write to. Null if the operator named none. */
  contact?: { href: string; label: string } | null;
  /** Operators only: whether a one-time link opened it. */
  by_link?: boolean;
  /** Operators only. */
  role?: 'owner' | 'finance' | 'support' | 'reader';
}

/** A member of the local storage, by which the website knows that the app is open to the reader. */
export const signedIn = 'contactry:signed-in';

export const session = signal<Session | null>(null);

/** Why this tab can't continue: its session ended, or another tab signed in to another account. */
export const interruption = signal<'ended' | 'replaced' | null>(null);

type News = { email: string } | 'ended' | 'out';
const tabs = new BroadcastChannel(`contactry${home}`);
tabs.onmessage = ({ data }: MessageEvent<News>) => hear(data);

function hear(news: News): void {
  // Nothing stays on the screen of a tab whose reader signed out elsewhere.
  if (news === 'out') location.reload();
  else if (news === 'ended') interruption.value = 'ended';
  else if (session.value === null || session.value.email === news.email) interruption.value = null;
  else interruption.value = 'replaced';
}

/** The session that the document was sent to. */
export function openSession(loaded: Session): void {
  session.value = loaded;
  tabs.postMessage({ email: loaded.email } satisfies News);
}

export function endSession(): void {
  interruption.value = 'ended';
  tabs.postMessage('ended' satisfies News);
}

export async function signOut(): Promise<void> {
  const response = await fetch(`${home}/sign-out`, { method: 'POST' });
  if (!response.ok && response.status !== 401)
    throw new Error(`${home}/sign-out answered ${response.status}.`);
  tabs.postMessage('out' satisfies News);
  sessionStorage.clear();
  localStorage.removeItem(signedIn);
  location.assign(`${home}/sign-in`);
}
