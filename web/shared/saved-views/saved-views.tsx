import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { Form } from '#web/shared/forms/form.tsx';
import { keepViews, nameMax, pathOf, type SavedView, savedViews, whyNotSaved } from './saved.ts';

/** The saved views of this list, and a way to save its filters as another one. */
export default function SavedViews() {
  const { path, url, query } = useLocation();
  const [isSaving, setSaving] = useState(false);
  const views = savedViews();
  const here = views.filter((view) => pathOf(view) === path);
  const canSave = Object.keys(query).length > 0 && !here.some(({ address }) => address === url);
  if (here.length === 0 && !canSave) return null;
  const remove = (view: SavedView) => {
    keepViews(views.filter((each) => each !== view));
    notify(`The view ${view.name} is removed.`, { undo: () => keepViews(views) });
  };
  return (
    <div class="views">
      {here.length > 0 && (
        <ul aria-label="Saved views">
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
      )}
      {canSave && (
        <button type="button" class="quiet" onClick={() => setSaving(true)}>
          Save this view
        </button>
      )}
      {isSaving && <SaveDialog address={url} views={views} onClose={() => setSaving(false)} />}
    </div>
  );
}

interface SaveDialogProps {
  address: string;
  views: readonly SavedView[];
  onClose: () => void;
}

function SaveDialog({ address, views, onClose }: SaveDialogProps) {
  const [fault, setFault] = useState<string | null>(null);
  const save = ({ name }: { name: string }) => {
    const why = whyNotSaved({ name, address }, views);
    setFault(why);
    if (why) return;
    keepViews([...views, { name, address }]);
    onClose();
  };
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <p>The filters of this list, without the search text. Views are kept in this browser.</p>
      <Form submit="Save" onSubmit={save} actions={<Cancel onClick={onClose} />}>
        <Field name="name" label="Name" maxLength={nameMax} isRequired />
        {fault && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
      </Form>
    </Dialog>
  );
}
