import { Refusal } from '#web/shared/feedback/refusal.tsx';

/** Lookups and jobs are refused without a key. */
export const NoKey = ({ requestId }: { requestId: string | null }) => (
  <Refusal
    of={{ text: 'Lookups and jobs use your API key. Create it first.', requestId }}
    title="You have no active API key."
  >
    <a class="button" href="/app/key">
      Create your key
    </a>
  </Refusal>
);
