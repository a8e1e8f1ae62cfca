import { useLocation } from 'preact-iso/router';
import { notify } from '#web/shared/feedback/notify.ts';
import { keepViews, pathOf, type SavedView, savedViews } from './saved.ts';

/** The saved views of this list. */
export default function SavedViews() {
  const { path, url } = useLocation();
  const views = savedViews();
  const here = views.filter((view) => pathOf(view) === path);
  if (here.length === 0) return null;
  const remove = (view: SavedView) => {
    keepViews(views.filter((each) => each !== view));
    notify(`The view ${view.name} is removed.`, { undo: () => keepViews(views) });
  };
  return (
    <ul class="views" aria-label="Saved views">
      {here.map((view) => (
        <li key={view.name}>
          <a href={view.address} aria-current={view.address === url ? 'page' : undefined}>
            {view.name}
          </a>
          <button
            type="button"
            class="quiet"
            aria-label={`Remove the view ${view.name}`}
            onClick={() => remove(view)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
