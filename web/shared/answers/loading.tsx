/** Appears after a moment, so that quick answers don't make the page blink. */
export function Loading() {
  return (
    <p class="loading" role="status">
      <span class="spinner" aria-hidden="true" /> Loading…
    </p>
  );
}
