import { type ContactryError, InvalidProfileUrlError } from '#client';
import { OutsideLink } from '#web/app/parts/outside-link.tsx';
import { Action } from '#web/shared/feedback/action.tsx';
import { explainError } from '#web/shared/feedback/explain-error.ts';
import { Refusal } from '#web/shared/feedback/refusal.tsx';

interface RefusedLookupProps {
  /** `invalid_profile_url` or `insufficient_credits`. */
  error: ContactryError;
  onSuggestion: (link: string) => Promise<void>;
}

/** Why a lookup was refused, and what the reader can do about it. */
export default function RefusedLookup({ error, onSuggestion }: RefusedLookupProps) {
  if (error instanceof InvalidProfileUrlError)
    return (
      <Refusal of={explainError(error)} title="This is not a link to a person’s profile.">
        {error.suggestion && <Suggestion link={error.suggestion} onTake={onSuggestion} />}
      </Refusal>
    );
  return (
    <Refusal of={explainError(error)} title="You have no credits left.">
      <a class="button" href="/app/plans">
        See plans
      </a>
    </Refusal>
  );
}

/** It may be an organisation or another person, so the reader sees where it leads before using it. */
function Suggestion({ link, onTake }: { link: string; onTake: (link: string) => Promise<void> }) {
  return (
    <>
      <p>
        Did you mean <OutsideLink to={link} />?
      </p>
      <Action label="Look it up" run={() => onTake(link)} />
    </>
  );
}
