interface Hit {
  address: string;
  guide: string;
  title: string;
  isForOperators: boolean;
}

const waitMs = 120;
const shownMax = 6;

/** Lists the first matches below the field while a person types. Enter opens the page of all matches, which needs no script. */
export function searchAsYouType(): void {
  const field = document.querySelector<HTMLInputElement>('.search input');
  const list = document.querySelector<HTMLUListElement>('.search .found');
  if (!field || !list) return;
  // An answer comes too late once another text is typed, the list is closed, or a match has the focus.
  let wanted = new AbortController();
  field.addEventListener('input', async () => {
    wanted.abort();
    wanted = new AbortController();
    const { signal } = wanted;
    const query = field.value.trim();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const hits = query === '' || signal.aborted ? [] : await hitsOf(query);
    if (!signal.aborted) show(list, query, hits.slice(0, shownMax));
  });
  field.form!.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (['Escape', 'ArrowDown', 'ArrowUp'].includes(event.key)) wanted.abort();
    if (event.key === 'Escape') {
      list.hidden = true;
      field.focus();
    } else if (event.key === 'ArrowDown') links[at + 1]?.focus();
    else if (event.key === 'ArrowUp') (links[at - 1] ?? field).focus();
    else return;
    event.preventDefault();
  });
  addEventListener('keydown', (event) => {
    const isTyping = document.activeElement?.matches('input, textarea');
    if (event.key !== '/' || event.metaKey || event.ctrlKey || isTyping) return;
    event.preventDefault();
    field.focus();
  });
}

async function hitsOf(query: string): Promise<Hit[]> {
  const address = `/docs/search?${new URLSearchParams({ q: query })}`;
  const response = await fetch(address, { headers: { accept: 'application/json' } }).catch(() => null);
  return response?.ok ? ((await response.json()) as { hits: Hit[] }).hits : [];
}

function show(list: HTMLUListElement, query: string, hits: readonly Hit[]): void {
  const nothing = document.createElement('li');
  nothing.textContent = `Nothing found for “${query}”.`;
  list.replaceChildren(
    ...hits.map(({ address, guide, title, isForOperators }) => {
      const [line, link, under] = ['li', 'a', 'span'].map((name) => document.createElement(name));
      link!.setAttribute('href', address);
      under!.className = 'faint';
      under!.textContent = isForOperators ? `${guide} · for operators` : guide;
      link!.append(title, under!);
      line!.append(link!);
      return line!;
    }),
    ...(hits.length === 0 ? [nothing] : []),
  );
  list.hidden = query === '';
}
