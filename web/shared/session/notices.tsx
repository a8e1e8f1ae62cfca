import { useLocation } from 'preact-iso/router';
import { home } from './home.ts';
import { isOnline } from './online.ts';
import { interruption } from './session.ts';

/** Reasons why the whole page doesn't work. */
export function Notices() {
  const { url } = useLocation();
  return (
    <div role="alert">
      {interruption.value === 'ended' && (
        <p class="notice">
          Your session ended.{' '}
          <a href={`${home}/sign-in?${new URLSearchParams({ to: url })}`}>Sign in again</a>
        </p>
      )}
      {interruption.value === 'replaced' && (
        <p class="notice">
          You signed in to another account in another tab.{' '}
          <button type="button" onClick={() => location.reload()}>
            Reload
          </button>
        </p>
      )}
      {!isOnline.value && <p class="notice">You are offline. This page may be out of date.</p>}
    </div>
  );
}
