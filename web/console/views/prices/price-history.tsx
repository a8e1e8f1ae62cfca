import { useState } from 'preact/hooks';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { ChangeTable } from './change-dialog.tsx';
import { type Catalogue, type CataloguePartProps, wayBack } from './entries.ts';
import { EntryTable } from './entry-table.tsx';

interface WaitingProps extends CataloguePartProps {
  waiting: NonNullable<Catalogue['waiting']>;
}

/** A change that takes effect later, with the prices until then and after it. */
export function Waiting({ of, waiting, onChanged }: WaitingProps) {
  const { version, effective_at, actor, reason, changes, entries } = waiting;
  const withdraw = async (given: { reason: string }) => {
    await api.call('POST /api/v1/admin/catalogue/withdraw', { body: { version, ...given } });
    notify('The change was withdrawn.');
    await onChanged();
  };
  return (
    <>
      <Card
        title={
          <>
            These changes take effect on <Time at={effective_at} />
          </>
        }
        actions={
          <Action
            label="Withdraw it"
            isDanger
            run={withdraw}
            confirm={{
              title: 'Withdraw the change?',
              text: 'The prices stay as they are now.',
              act: 'Withdraw it',
              keep: 'Keep it',
              needsReason: true,
            }}
          />
        }
      >
        <p>
          {reason} ({actor})
        </p>
        <ChangeTable of={changes} among={entries} />
      </Card>
      <h2>In force until then</h2>
      <EntryTable of={of.entries} former={of.entries} />
      <h2>From then on</h2>
      <EntryTable of={entries} former={of.entries} />
    </>
  );
}

export function PriceHistory({ of, onChanged }: CataloguePartProps) {
  const { history, version: inForce, waiting } = of;
  const [wanted, want] = useState<number | null>(null);
  const names = waiting?.entries ?? of.entries;
  const back = (version: number) =>
    !waiting && (
      <button type="button" onClick={() => want(version)}>
        {`Return to version ${version}`}
      </button>
    );
  const onDone = async (isChanged: boolean) => {
    want(null);
    if (isChanged) await onChanged();
  };
  return (
    <>
      <h2>History</h2>
      {history.length === 0 && <Empty title="Nothing was changed yet." />}
      {history
        .filter(({ version }) => version !== waiting?.version)
        .map(({ version, changes, reason, actor, created_at, withdrawn_at }) => (
          <Card
            key={version}
            title={`Version ${version}${version === inForce ? ', in force' : ''}${withdrawn_at ? ', withdrawn' : ''}`}
            actions={version < inForce && !withdrawn_at && back(version)}
          >
            <p>
              {reason} ({actor}, <Time at={created_at} />)
            </p>
            <ChangeTable of={changes} among={names} />
          </Card>
        ))}
      {inForce > 0 && history.at(-1)?.version === 1 && (
        <Card title="Version 0" actions={back(0)}>
          <p>The catalogue that the service came with.</p>
        </Card>
      )}
      {wanted !== null && <ReturnDialog of={of} version={wanted} onDone={onDone} />}
    </>
  );
}

interface ReturnDialogProps {
  of: Catalogue;
  version: number;
  onDone: (isChanged: boolean) => void;
}

/** The changes that returning to a version makes. Asks why. */
function ReturnDialog({ of, version, onDone }: ReturnDialogProps) {
  const changes = wayBack(of, version);
  const goBack = async ({ reason }: FormValues<'reason'>) => {
    await api.call('POST /api/v1/admin/catalogue/rollback', {
      body: { version, expected_version: of.version, reason },
    });
    notify('The former prices are in force again.');
    onDone(true);
  };
  return (
    <Dialog title={`Return to version ${version}?`} onClose={() => onDone(false)}>
      {changes.length > 0 && <ChangeTable of={changes} among={of.entries} />}
      <p>
        {changes.length === 0
          ? 'The prices in force are already those of this version.'
          : 'It takes effect at once. Later additions stay in the catalogue and are no longer sold.'}
      </p>
      <Form submit="Return to it" onSubmit={goBack} actions={<Cancel onClick={() => onDone(false)} />}>
        <Reason hint="For the history and the audit log." />
      </Form>
    </Dialog>
  );
}
