/** The same as in the tab of the browser. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 16 16" width="24" height="24" aria-hidden="true">
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2.5" />
      <circle cx="8" cy="8" r="2.5" fill="currentColor" />
    </svg>
  );
}
