import { useEffect } from 'preact/hooks';
import { Page } from '#web/shared/layout/page.tsx';

/** In place of a view that could not be loaded, or that threw. */
export function Broken({ error }: { error: unknown }) {
  useEffect(() => console.warn(error), [error]);
  return (
    <Page title="This page could not be shown">
      <div class="stack" role="alert">
        <p>Contactry may have been updated, or your connection was lost. Nothing you saved is gone.</p>
        <div>
          <button type="button" class="primary" onClick={() => location.reload()}>
            Reload
          </button>
        </div>
      </div>
    </Page>
  );
}
