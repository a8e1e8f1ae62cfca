import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { Form } from '#web/shared/forms/form.tsx';
import { keepViews, nameMax, pathOf, type SavedView, savedViews, whyNotSaved } from './saved.ts';

/** Saves the filters of this list as a view. Beside the title, where it pushes nothing down when it appears. */
export default function SaveView() {
  const { path, url, query } = useLocation();
  const [isSaving, setSaving] = useState(false);
  const views = savedViews();
  const isSaved = views.some((view) => pathOf(view) === path && view.address === url);
  if (Object.keys(query).length === 0 || isSaved) return null;
  return (
    <>
      <button type="button" class="quiet save-view" onClick={() => setSaving(true)}>
        Save this view
      </button>
      {isSaving && <SaveDialog address={url} views={views} onClose={() => setSaving(false)} />}
    </>
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
