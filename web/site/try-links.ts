/** Shows the answer of a sample link without loading the page again. */
export function tryLinks(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.try li > a')];
  const answers = [...document.querySelectorAll<HTMLElement>('.answers > article')];
  for (const [chosen, link] of links.entries()) {
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      for (const [at, other] of links.entries()) {
        other.toggleAttribute('aria-current', false);
        answers[at]!.hidden = at !== chosen;
      }
      link.setAttribute('aria-current', 'true');
    });
  }
}
