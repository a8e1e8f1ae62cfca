import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { home } from '#web/shared/session/home.ts';
import { later } from '#web/shared/shell/later.tsx';
import { Routes, tabsOf } from '#web/shared/shell/route-line.ts';
import { Tabs } from './tabs.tsx';

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
const SaveView = later(() => import('#web/shared/saved-views/save-view.tsx'));
const SavedViews = later(() => import('#web/shared/saved-views/saved-views.tsx'));

/** A view. Its heading becomes the document's title, and gets the focus when the reader comes from another view. */
export function Page({ title, intro, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const routes = useContext(Routes);
  const { path } = useLocation();
  const tabs = tabsOf(routes, path);
  const isList = routes.some((line) => line.isList && line.path === path);
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
        {(actions || isList) && (
          <div class="actions">
            {isList && <SaveView key={path} />}
            {actions}
          </div>
        )}
      </header>
      {tabs.length > 0 && <Tabs of={tabs} />}
      {isList && <SavedViews key={path} />}
      {children}
    </>
  );
}
