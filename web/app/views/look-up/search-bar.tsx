import { useEffect, useState } from 'preact/hooks';
import { InsufficientCreditsError, InvalidProfileUrlError } from '#client';
import { useAttempt } from '#web/app/parts/use-attempt.ts';
import { handOver } from '#web/app/views/jobs/new-job/handed-over.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { find } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { later } from '#web/shared/shell/later.tsx';
import { useGo } from '#web/shared/shell/use-go.ts';
import { countOf } from '#web/shared/values/count.tsx';
import { Icon } from '#web/shared/values/icon.tsx';
import { linksIn } from './links-in.ts';
import { lookupCall } from './lookup-call.ts';
import { RefusedLookup } from './refused-lookup.tsx';

const FormAsCode = later(() => import('#web/app/parts/code/form-as-code.tsx'));

interface Asked {
  profile_url: string;
  name?: string;
}

interface SearchBarProps {
  /** Credits left, once that is known. */
  balance: number | undefined;
  onAnswer: (lookupId: string) => void;
}

/** Takes a link, several links, or a file. One link is looked up here; more become a job. */
export function SearchBar({ balance, onAnswer }: SearchBarProps) {
  const [refused, setRefused] = useState<{ error: Explained; asked: Asked } | null>(null);
  const [links, setLinks] = useState<string[]>([]);
  const attempt = useAttempt();
  const go = useGo();
  const isMany = links.length > 1;
  useDroppedFile(go);

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
  const send = (values: FormValues<'profile_url' | 'name'>) => {
    if (!isMany) return lookUp(askedIn(values));
    handOver({ name: 'Pasted links', content: new Blob([links.join('\n')]), pasted: links.join('\n') });
    go('/app/jobs/new');
  };

  return (
    <div class="search">
      <Form<'profile_url' | 'name'>
        submit={isMany ? `Look up ${countOf(links.length)} people` : 'Look up'}
        onSubmit={send}
        onInput={({ profile_url }) => setLinks(linksIn(profile_url))}
        actions={<Cost of={links.length} balance={balance} />}
      >
        <div class="search-bar">
          <Icon of="search" />
          <Field
            {...find.profile_url}
            maxLength={undefined}
            rows={1}
            isSent
            label="Link to a profile, or several"
            placeholder="Paste a link to a profile, or several, or drop a file"
          />
        </div>
        {!isMany && (
          <details>
            <summary>Check the name</summary>
            <Field
              {...find.name}
              label="Name"
              isRequired={false}
              autoComplete="off"
              hint="If the profile clearly belongs to someone else, you get no contacts and pay nothing."
            />
          </details>
        )}
        <FormAsCode callOf={lookupCall} />
      </Form>
      {refused && (
        <RefusedLookup
          error={refused.error}
          onSuggestion={(profile_url) => lookUp({ ...refused.asked, profile_url })}
        />
      )}
    </div>
  );
}

/** Said before the button is pressed. */
function Cost({ of, balance }: { of: number; balance: number | undefined }) {
  if (balance === 0)
    return (
      <span>
        You have no credits. <a href="/app/plans">Get credits</a>
      </span>
    );
  return (
    <span class="small faint">
      {of > 1
        ? `At most ${countOf(of)} credits. You see what each link is read as first.`
        : '1 credit if an email or a phone is found, else nothing.'}
    </span>
  );
}

/** A file that is dropped anywhere on the page is the start of a job. */
function useDroppedFile(go: (address: string) => void): void {
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      handOver({ name: file.name, content: file });
      go('/app/jobs/new');
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [go]);
}

const askedIn = ({ profile_url, name }: FormValues<'profile_url' | 'name'>): Asked => ({
  profile_url,
  ...(name ? { name } : {}),
});

/** Refusals that the view says more about than their sentence. */
type Explained = InvalidProfileUrlError | InsufficientCreditsError;
const isExplained = (error: unknown): error is Explained =>
  error instanceof InvalidProfileUrlError || error instanceof InsufficientCreditsError;
