import { useRef } from 'preact/hooks';

/**
 * An idempotency key that stays the same until the same request is answered. A person who presses the button again after
 * a lost answer gets that answer and pays once.
 */
export function useAttempt() {
  const attempt = useRef({ subject: '', key: '' });
  const keyFor = (...subject: unknown[]): string => {
    const text = JSON.stringify(subject);
    if (attempt.current.subject !== text) attempt.current = { subject: text, key: crypto.randomUUID() };
    return attempt.current.key;
  };
  const end = () => {
    attempt.current = { subject: '', key: '' };
  };
  return { keyFor, end };
}
