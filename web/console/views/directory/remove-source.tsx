import { uploads } from '#web/shared/answers/api.ts';
import { ask } from '#web/shared/feedback/ask.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { removeSource } from '#web/shared/forms/fields.generated.ts';
import { Form } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { counted, countOf } from '#web/shared/values/count.tsx';

/** Removes everything that one source contributed, whichever imports it came with. */
export function RemoveSource({ onRemoved }: { onRemoved: () => unknown }) {
  const remove = async ({ source }: { source: string }) => {
    const answer = await ask({
      title: `Remove everything from ${source}?`,
      text:
        'Every sighting by this source is removed, each value that no other source has, and each profile that is left without a ' +
        'contact. You can’t undo this, but you can import the files again.',
      act: 'Remove the source',
      isDanger: true,
    });
    if (answer === null) return;
    const done = await uploads.call('DELETE /api/v1/admin/directory/sources/{source}', { path: { source } });
    const { profiles_removed: removed, profiles_changed: changed } = done;
    notify(`Removed ${source}: ${counted(removed, 'profile')} removed, ${countOf(changed)} changed.`);
    onRemoved();
  };
  return (
    <Card title="Remove a source">
      <p>
        Removes what one source contributed, such as a list that you may no longer use. It can take as long as
        an import.
      </p>
      <Form submit="Remove the source" onSubmit={remove} isDanger isInline>
        <Field
          {...removeSource.source}
          label="Source"
          hint="Its name, as customers see it with each value."
        />
      </Form>
    </Card>
  );
}
