import { ValidationError, VersionConflictError } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { counted } from '#web/shared/values/count.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { SettingField } from './setting-field.tsx';
import type { Difference, Platform } from './types.ts';
import { useReview } from './use-review.ts';
import { differences, placed } from './values.ts';
import './settings.css';

interface SettingsFormProps {
  of: Platform;
  onChanged: () => Promise<void>;
}

/** All settings by the part of the service they belong to. Changes are reviewed before they are saved. */
export function SettingsForm({ of: { version, settings }, onChanged }: SettingsFormProps) {
  const { review, ask } = useReview();
  const undo = async (saved: number) => {
    await api.call('POST /api/v1/admin/platform/rollback', {
      body: { version, reason: 'Undone in the console', expected_version: saved },
    });
    await onChanged();
  };
  const save = async (typed: FormValues) => {
    const changed = differences(settings, typed);
    if (changed.length === 0) return notify('You have not changed anything.');
    const many = counted(changed.length, 'change');
    const reason = await ask({ title: `Save ${many}?`, act: `Save ${many}`, differences: changed });
    if (reason === null) return;
    try {
      const saved = await send(changed, reason, version);
      notify(`${many} saved.`, { undo: () => undo(saved.version) });
    } catch (error) {
      // Another operator saved first: show their values beside what is typed here.
      if (error instanceof VersionConflictError) await onChanged();
      throw error instanceof ValidationError ? placed(error) : error;
    }
    await onChanged();
  };
  return (
    <>
      <Form submit="Review the changes" onSubmit={save}>
        <div class="settings">
          {[...Map.groupBy(settings, ({ group }) => group)].map(([group, members]) => (
            <Card key={group} title={group}>
              {members.map((setting) => (
                <SettingField key={setting.name} of={setting} />
              ))}
            </Card>
          ))}
        </div>
      </Form>
      {review && <ReviewDialog of={review} />}
    </>
  );
}

function send(changed: readonly Difference[], reason: string, version: number) {
  const changes = Object.fromEntries(changed.map(({ name, after }) => [name, after]));
  return api.call('PATCH /api/v1/admin/platform', { body: { changes, reason, expected_version: version } });
}
