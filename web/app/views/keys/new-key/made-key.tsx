import { useEffect, useRef } from 'preact/hooks';
import type { Answer } from '#client';
import AsCode from '#web/app/parts/code/as-code.tsx';
import { exampleCall } from '#web/app/parts/code/example-call.ts';
import { Note } from '#web/app/parts/note.tsx';
import { nameOf } from '#web/app/views/keys/key.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Secret } from '#web/shared/values/secret.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { forgetStored } from './unstored-keys.ts';

export type Made =
  | Answer<'POST /internal/keys/by-account/{account_id}'>
  | Answer<'POST /internal/keys/by-account/{account_id}/{key_id}/replacement'>;

/** A key that was just made. Nothing keeps its text but this page. */
export function MadeKey({ of: made }: { of: Made }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [made.key]);
  return (
    <div ref={place} tabIndex={-1} role="status">
      <Card title={`Your new key: ${nameOf(made)}`}>
        <div class="with-code">
          <div class="stack">
            <p>Copy it now. We store only its hash, so we can’t show it again.</p>
            <Secret text={made.key} label="the key" />
            {'replaced' in made && <Replaced {...made} />}
            <div class="actions">
              <button type="button" class="primary" onClick={() => forgetStored(made)}>
                I have stored it
              </button>
            </div>
          </div>
          <AsCode of={exampleCall} title="Try it" />
        </div>
      </Card>
    </div>
  );
}

type ReplacedProps = Extract<Made, { replaced: object }>;

const Replaced = ({ replaced: { id, prefix, works_until: until }, banned, ban_detail }: ReplacedProps) => (
  <>
    {until ? (
      <p>
        <a href={`/app/keys/${id}`}>The old key</a>, <code>{prefix}…</code>, works until <Time at={until} />.
      </p>
    ) : (
      <p>
        The old key, <code>{prefix}…</code>, no longer works.
      </p>
    )}
    {banned && ban_detail && <Note tone="warn">{ban_detail}</Note>}
  </>
);
