import type { CreateKeyAnswer } from '#client';
import { Card } from '#web/shared/layout/card.tsx';
import { Secret } from '#web/shared/values/secret.tsx';

/** The key itself, this once. */
export function CreatedKey({ of: { key, credits } }: { of: CreateKeyAnswer }) {
  return (
    <Card title="The new key">
      <p>Copy it now. It is not shown again, because only its hash is stored.</p>
      <Secret text={key} label="the key" />
      {credits > 0 && <p>{credits} credits came with it.</p>}
    </Card>
  );
}
