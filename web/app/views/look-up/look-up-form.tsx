import { useState } from 'preact/hooks';
import {
  type ContactryError,
  InsufficientCreditsError,
  InvalidProfileUrlError,
  NotFoundError,
} from '#client';
import { useAttempt } from '#web/app/parts/use-attempt.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { find } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { RefusedLookup } from './refused-lookup.tsx';

interface Asked {
  profile_url: string;
  name?: string;
}

export function LookUpForm({ onAnswer }: { onAnswer: (lookupId: string) => void }) {
  const [refused, setRefused] = useState<{ error: ContactryError; asked: Asked } | null>(null);
  const attempt = useAttempt();

  const lookUp = async (asked: Asked) => {
    setRefused(null);
    try {
      const request = { body: { account_id: me, ...asked } };
      const found = await api.call('POST /internal/find', request, { idempotencyKey: attempt.keyFor(asked) });
      attempt.end();
      onAnswer(found.id);
    } catch (error) {
      if (!isExplained(error)) throw error;
      setRefused({ error, asked });
    }
  };

  return (
    <>
      <Form<'profile_url' | 'name'> submit="Look up" onSubmit={(values) => lookUp(askedIn(values))}>
        <Field
          {...find.profile_url}
          label="Link to the profile"
          hint="On LinkedIn, GitHub, GitLab, Bitbucket, Codeberg or SourceHut, in any form."
          autoComplete="off"
        />
        <Field
          {...find.name}
          label="Name"
          isRequired={false}
          autoComplete="off"
          hint="If the profile clearly belongs to another person, you get no contacts and pay nothing."
        />
      </Form>
      {refused && (
        <RefusedLookup
          error={refused.error}
          onSuggestion={(profile_url) => lookUp({ ...refused.asked, profile_url })}
        />
      )}
    </>
  );
}

const askedIn = ({ profile_url, name }: FormValues<'profile_url' | 'name'>): Asked => ({
  profile_url,
  ...(name ? { name } : {}),
});

/** Refusals that the view says more about than their sentence. */
const isExplained = (error: unknown): error is ContactryError =>
  error instanceof InvalidProfileUrlError ||
  error instanceof InsufficientCreditsError ||
  error instanceof NotFoundError;
