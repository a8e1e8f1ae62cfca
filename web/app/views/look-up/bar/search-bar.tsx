import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ContactryError, ValidationError } from '#client';
import { type Asked, forgetAsked, keepAsked } from '#web/app/parts/buying/asked.ts';
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
import { isSameLink, linksIn } from './links-in.ts';
import { lookupCall } from './lookup-call.ts';
import { type Price, usePrice } from './use-price.ts';

/** The most that a job takes. */
const linksMax = 10_000;

const PaidBefore = later(() => import('./paid-before.tsx'));
const RefusedLookup = later(() => import('#web/app/views/look-up/refused-lookup.tsx'));
const CostOfOne = later(() => import('./cost-of-one.tsx'));
const CostOfMany = later(() => import('./cost-of-many.tsx'));
const NeedCredits = later(() => import('#web/app/views/look-up/no-credits/need-credits.tsx'));
const LargeInputs = later(() => import('./large-inputs.tsx'));
const FormAsCode = later(() => import('#web/app/parts/code/form-as-code.tsx'));

interface SearchBarProps {
  /** The first values of the fields. */
  given: Partial<Asked>;
  isFocused: boolean;
  /** Credits left, once that is known. */
  balance: number | undefined;
  /** Links of fictional people, whose answers are free. */
  examples: string[] | undefined;
  /** The lookup whose answer is on the page. */
  shown: string | undefined;
  onAnswer: (lookupId: string) => void;
  onExample: (at: number) => void;
}

/** Takes a link, several links, or a file. One link is looked up here; more become a job. */
export function SearchBar(props: SearchBarProps) {
  const { given, isFocused, balance, examples = [], onAnswer, onExample } = props;
  const [refused, setRefused] = useState<{ error: ContactryError; asked: Asked } | null>(null);
  const [links, setLinks] = useState(() => linksIn(given.profile_url ?? ''));
  const attempt = useAttempt();
  const go = useGo();
  const isMany = links.length > 1;
  const exampleAt = examples.findIndex((link) => isSameLink(link, links[0]));
  const link = links.length === 1 && exampleAt < 0 ? links[0] : undefined;
  const price = usePrice(link, props.shown);
  const isFree = price?.at_most === 0;
  const needsCredits = balance === 0 && link !== undefined && !isFree;

  const lookUp = async (asked: Asked) => {
    setRefused(null);
    try {
      const request = { body: { account_id: me, ...asked } };
      const found = await api.call('POST /internal/find', request, { idempotencyKey: attempt.keyFor(asked) });
      attempt.end();
      forgetAsked();
      onAnswer(found.id);
    } catch (error) {
      if (!isExplained(error)) throw error;
      if (error.code === 'insufficient_credits') keepAsked(asked);
      setRefused({ error, asked });
    }
  };
  const buyFirst = async (asked: Asked) => {
    await refuseWrongLink(asked.profile_url);
    keepAsked(asked);
    go('/app/plans');
  };
  const send = (values: FormValues<'profile_url' | 'name'>) => {
    if (links.length > linksMax) return;
    if (!isMany && exampleAt >= 0) return onExample(exampleAt);
    if (!isMany) return needsCredits ? buyFirst(askedIn(values)) : lookUp(askedIn(values));
    handOver({ name: 'Pasted links', content: new Blob([links.join('\n')]), pasted: links.join('\n') });
    go('/app/jobs/new');
  };

  return (
    <div class="search">
      <LargeInputs />
      <Form<'profile_url' | 'name'>
        submit={needsCredits ? 'Get credits' : buttonOf(links.length)}
        onSubmit={send}
        onInput={({ profile_url }) => setLinks(linksIn(profile_url))}
        actions={
          (balance !== 0 || !isMany || links.length > linksMax) && (
            <Cost of={links.length} link={link} price={price} />
          )
        }
      >
        <Fields given={given} isMany={isMany} isFocused={isFocused}>
          {balance === 0 && !isFree && <NeedCredits />}
          {link && <PaidBefore link={link} shown={props.shown} isFree={isFree} />}
        </Fields>
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

interface FieldsProps extends Pick<SearchBarProps, 'given' | 'isFocused'> {
  isMany: boolean;
  children: ComponentChildren;
}

function Fields({ given, isMany, isFocused, children }: FieldsProps) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocused) bar.current!.querySelector('textarea')!.focus();
  }, []);
  return (
    <>
      <div class="search-bar" ref={bar}>
        <Icon of="search" />
        <Field
          {...find.profile_url}
          maxLength={undefined}
          rows={1}
          isSent
          label="Link to a profile, or several"
          value={given.profile_url}
          placeholder="Paste a link to a profile, or several, or drop a file"
        />
      </div>
      {children}
      {!isMany && (
        <details open={Boolean(given.name)}>
          <summary>Check the name</summary>
          <Field
            {...find.name}
            value={given.name}
            label="Name"
            isRequired={false}
            autoComplete="off"
            hint="If the profile is clearly someone else’s, you pay nothing."
          />
        </details>
      )}
    </>
  );
}

const buttonOf = (links: number): string =>
  links > 1 && links <= linksMax ? `Look up ${countOf(links)} people` : 'Look up';

interface CostProps {
  of: number;
  link: string | undefined;
  price: Price | undefined;
}

/** Said before the button is pressed. */
function Cost({ of, link, price }: CostProps) {
  if (of > 1) return <CostOfMany of={of} max={linksMax} />;
  if (link) return price ? <CostOfOne {...price} /> : null;
  return <span class="small faint">1 credit if an email or a phone is found.</span>;
}

/** Refuses a link that can't be looked up before anything is paid. */
async function refuseWrongLink(profile_url: string): Promise<void> {
  const request = { path: { account_id: me }, body: { profiles: [{ profile_url }], dry_run: true } };
  const { refused } = await api.call('POST /internal/jobs/{account_id}', request);
  const [wrong] = refused;
  if (wrong)
    throw new ValidationError([{ loc: ['body', 'profile_url'], msg: wrong.message, type: wrong.reason }], '');
}

const askedIn = ({ profile_url, name }: FormValues<'profile_url' | 'name'>): Asked => ({
  profile_url: linksIn(profile_url)[0] ?? '',
  ...(name ? { name } : {}),
});

/** Refusals that the view says more about than their sentence. */
const isExplained = (error: unknown): error is ContactryError =>
  error instanceof ContactryError &&
  ['insufficient_credits', 'budget_reached', 'invalid_profile_url'].includes(error.code);
