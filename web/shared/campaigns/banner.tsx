import { useEffect, useRef } from 'preact/hooks';
import type { ShowActiveCampaignsAnswer } from '#client';

export type BannerTexts = Pick<
  ShowActiveCampaignsAnswer['banners'][number],
  'text' | 'href' | 'cta' | 'theme' | 'bg' | 'fg'
>;

/** A campaign's banner. Its texts are plain; its colours are the operator's, if given. */
export function Banner({ of: { text, href, cta, theme, bg, fg } }: { of: BannerTexts }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = place.current!;
    style.backgroundColor = bg;
    style.color = fg;
  }, [bg, fg]);
  return (
    <aside ref={place} class={`banner ${theme}`} aria-label="Announcement">
      <span>{text}</span> {href && <a href={href}>{cta || 'Learn more'}</a>}
    </aside>
  );
}
