/** The same as in the tab of the browser. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <rect width="20" height="20" rx="5" fill="var(--solid)" />
      <path
        d="M13.6 7.4a4.4 4.4 0 1 0 0 5.2"
        fill="none"
        stroke="var(--on)"
        stroke-width="2.2"
        stroke-linecap="round"
      />
      <circle cx="14" cy="10" r="1.4" fill="var(--on)" />
    </svg>
  );
}
