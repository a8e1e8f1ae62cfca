/** The pages are the same for everyone. For a customer who is signed in, the way to the app says so. */
export function openApp(): void {
  if (localStorage.getItem('contactry:signed-in') === null) return;
  for (const link of document.querySelectorAll('a.button[href="/app"]'))
    if (link.textContent === 'Sign in') link.textContent = 'Open the app';
}
