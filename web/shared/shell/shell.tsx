import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Action } from '#web/shared/feedback/action.tsx';
import { Toasts } from '#web/shared/feedback/toasts.tsx';
import { open, paletteKeys } from '#web/shared/keyboard/opened.ts';
import { home } from '#web/shared/session/home.ts';
import { Notices } from '#web/shared/session/notices.tsx';
import { session, signOut } from '#web/shared/session/session.ts';
import { Icon } from '#web/shared/values/icon.tsx';
import { later } from './later.tsx';
import { Mark } from './mark.tsx';
import { Navigation } from './navigation.tsx';
import { type RouteLine, Routes } from './route-line.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { Views } from './views.tsx';

/** Asks what can't be undone, so the first view doesn't need it. */
const QuestionDialog = later(() => import('#web/shared/feedback/question-dialog.tsx'));
const Keyboard = later(() => import('#web/shared/keyboard/keyboard.tsx'));

interface ShellProps {
  name: string;
  routes: readonly RouteLine[];
  /** Finds things and acts of this app. */
  palette: ComponentType;
  /** Above every view. */
  banners?: ComponentChildren;
  /** Below the email in the menu of the account. */
  account?: ComponentChildren;
}

/** The frame around every view. */
export function Shell({ name, routes, palette: Palette, banners, account }: ShellProps) {
  const { path } = useLocation();
  const [isOpen, setOpen] = useFolded(path);
  return (
    <Routes.Provider value={routes}>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class={isOpen ? 'side open' : 'side'}>
        <div class="brand">
          <a href={home}>
            <Mark />
            <span>{name}</span>
          </a>
          <button
            type="button"
            class="menu"
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon of={isOpen ? 'close' : 'menu'} />
            Menu
          </button>
        </div>
        <div class="side-body" id="menu">
          <PaletteButton />
          <Navigation onFollow={() => setOpen(false)} />
          <AccountMenu>{account}</AccountMenu>
        </div>
      </header>
      <div class="page">
        <Notices />
        {banners}
        <main id="content" tabIndex={-1}>
          <Views routes={routes} />
        </main>
      </div>
      <QuestionDialog />
      <Toasts />
      <Keyboard />
      <Palette />
    </Routes.Provider>
  );
}

/** Opens the palette, and says which keys do. */
function PaletteButton() {
  return (
    <button type="button" class="find" aria-keyshortcuts={paletteKeys.aria} onClick={() => open('palette')}>
      <Icon of="search" />
      <span>Search</span>
      <kbd>{paletteKeys.text}</kbd>
    </button>
  );
}

/** In the corner below the navigation, and open at a press. */
function AccountMenu({ children }: { children: ComponentChildren }) {
  const email = session.value?.email;
  return (
    <div class="side-foot">
      <button type="button" class="who" popovertarget="account" title={email}>
        <Icon of="person" />
        <span>{email ?? 'Account'}</span>
        <Icon of="up-down" />
      </button>
      <div class="account" id="account" popover="auto">
        <p class="email">{email}</p>
        {children}
        <ThemeSwitch />
        <Action label="Sign out" run={signOut} />
      </div>
    </div>
  );
}

/** Whether the navigation is open on a narrow screen. Another view and Escape close it. */
function useFolded(path: string) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    setOpen(false);
    const close = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [path]);
  return [isOpen, setOpen] as const;
}
