import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { home } from '#web/shared/session/home.ts';

export interface PageProps {
  title: string;
  /** The purpose of this view, in a sentence or two. */
  intro?: ComponentChildren;
  /** Buttons and links beside the title. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
}

const product = home === '/console' ? 'Contactry console' : 'Contactry';
let viewsShown = 0;

/** A view. Its heading becomes the document's title, and gets the focus when the reader comes from another view. */
export function Page({ title, intro, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (viewsShown++ > 0) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title]);
  return (
    <>
      <header class="page-head">
        <div class="page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {intro && <p class="intro">{intro}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}
