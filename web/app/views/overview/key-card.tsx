import type { Answer } from '#client';
import type { AnswerState } from '../../../shared/answer.ts';
import { Card } from '../../../shared/card.tsx';
import { Show } from '../../../shared/show.tsx';
import { currentKeyOf } from '../key/current-key.ts';
import { KeyStatus } from '../key/key-status.tsx';

export const KeyCard = ({
  of,
}: {
  of: AnswerState<Answer<'GET /internal/keys/by-account/{account_id}'>>;
}) => (
  <Card title="API key" actions={<a href="/app/key">Manage</a>}>
    <Show of={of}>
      {({ items }) => {
        const key = currentKeyOf(items);
        return key ? (
          <>
            <p>
              <code>{key.prefix}</code> <KeyStatus of={key} />
            </p>
            <p>{key.rate_limit_per_min} requests a minute</p>
          </>
        ) : (
          <p>
            You have none yet. <a href="/app/key">Create it</a>
          </p>
        );
      }}
    </Show>
  </Card>
);
