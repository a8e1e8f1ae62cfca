import { Note } from '#web/app/parts/note.tsx';
import { OutsideLink } from '#web/app/parts/outside-link.tsx';
import { askedBefore, forgetAsked } from './asked.ts';

/** Says which lookup runs after the payment. */
export function AskedNote() {
  const asked = askedBefore();
  if (!asked) return null;
  return (
    <Note>
      <p>
        After your payment we look up <OutsideLink to={asked.profile_url} />. It costs 1 credit if an email or
        a phone is found.
      </p>
      <button type="button" class="quiet" onClick={forgetAsked}>
        Don’t look it up
      </button>
    </Note>
  );
}
