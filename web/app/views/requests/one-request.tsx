import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import AsCode from '#web/app/parts/code/as-code.tsx';
import { useApiUrl } from '#web/app/parts/code/use-api-url.ts';
import { surfaceName } from '#web/app/parts/filters/surfaces.ts';
import { OutsideLink } from '#web/app/parts/outside-link.tsx';
import { labelOf } from '#web/app/views/keys/key.ts';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { type AnswerState, useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Copy, CopyIcon } from '#web/shared/values/copy.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { callOf, readable } from './call-of.ts';
import { durationOf, HttpStatus, Result } from './request-parts.tsx';
import './requests.css';

type Logged = Answer<'GET /internal/calls/{account_id}/{call_id}'>;

/** A call with its request and its answer. Contacts are masked until they are asked for. */
export default function OneRequest({ call_id }: { call_id: string }) {
  const [isRevealed, reveal] = useState(false);
  const call = useAnswer('GET /internal/calls/{account_id}/{call_id}', {
    path: { account_id: me, call_id },
    query: isRevealed ? { reveal: true } : {},
  });
  const { value } = call;
  return (
    <Page
      title={value ? `${value.method} ${value.path}` : 'Request'}
      intro={<a href="/app/requests">All requests</a>}
    >
      <Show of={call}>
        {(logged) => (
          <>
            <CallFacts of={logged} />
            <div class="both-texts">
              <SentRequest of={logged} />
              <ReceivedAnswer of={call} isRevealed={isRevealed} onReveal={() => reveal(!isRevealed)} />
            </div>
          </>
        )}
      </Show>
    </Page>
  );
}

function CallFacts({ of: call }: { of: Logged }) {
  const { id, at, status, outcome, code, credits, duration_ms, key_id, mode, opened_from, request_id } = call;
  const apiUrl = useApiUrl();
  const { value } = useAnswer('GET /internal/keys/by-account/{account_id}', { path: { account_id: me } });
  const key = value?.items.find((one) => one.id === key_id);
  return (
    <Facts
      of={[
        ['Status', <HttpStatus of={status} />],
        [
          'Result',
          code !== null && apiUrl ? (
            <OutsideLink to={`${apiUrl}/errors/${code}`}>{code}</OutsideLink>
          ) : (
            <Result of={call} />
          ),
        ],
        ['Time', <Time at={at} />],
        ['Duration', durationOf(duration_ms)],
        ['Credits', credits],
        [
          'Key',
          <a href={`/app/keys/${key_id}`}>
            {key ? labelOf(key) : 'Key'}
            {mode === 'test' && ' (test)'}
          </a>,
        ],
        ['From', surfaceName(opened_from)],
        [
          outcome === null ? 'Request ID' : 'Lookup',
          <>
            <code>{request_id ?? id}</code> <CopyIcon text={request_id ?? id} />
          </>,
        ],
      ]}
    />
  );
}

function SentRequest({ of }: { of: Logged }) {
  const call = callOf(of);
  const text = of.request && readable(of.request);
  return (
    <Card title="Request" actions={text && <Copy text={text} />}>
      {text ? <pre class="kept-text">{text}</pre> : <p class="faint">The request is no longer kept.</p>}
      {call && <AsCode of={call} />}
    </Card>
  );
}

interface ReceivedAnswerProps {
  of: AnswerState<Logged>;
  isRevealed: boolean;
  onReveal: () => void;
}

function ReceivedAnswer({ of: { value, isLoading }, isRevealed, onReveal }: ReceivedAnswerProps) {
  const { answer, masked, outcome } = value!;
  const text = answer && readable(answer);
  return (
    <Card
      title="Answer"
      actions={
        text && (
          <>
            {outcome !== null && (
              <button type="button" aria-pressed={isRevealed} aria-busy={isLoading} onClick={onReveal}>
                {masked ? 'Show contacts' : 'Hide contacts'}
              </button>
            )}
            <Copy text={text} />
          </>
        )
      }
    >
      {text ? <pre class="kept-text">{text}</pre> : <p class="faint">The answer is no longer kept.</p>}
    </Card>
  );
}
