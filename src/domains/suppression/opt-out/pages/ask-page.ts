import {
  html,
  type Page,
  type PageRefusal,
  type PageRequest,
  type PageView,
} from '#core/answers/page-view.ts';
import type { ValidationFault } from '#core/failure.ts';
import type { StartedOptOut } from '../shapes.ts';
import { checkForm, instantInWords, refusalBox, sayRefusal } from './parts.ts';

type Given = PageRequest['given'];
type Faults = Readonly<Partial<Record<'email' | 'profile_url', string>>>;

/** The opt-out form and the pages that follow it. */
export const askPage: PageView<StartedOptOut> = {
  answer: (started, request) => {
    switch (started.way) {
      case 'mail':
        return mailPage(request.given);
      case 'profile':
        return profilePage(started, request);
      case 'operator':
        return {
          title: 'We will review your request',
          main: html`<h1>We will review your request</h1><p>${started.instructions}</p>`,
        };
    }
  },
  refusal: (refusal, { given }) => {
    const faults = faultsOf(refusal);
    if (faults) return formPage({ given, faults });
    return formPage({ given, refused: sayRefusal(refusal) });
  },
};

/** Null when the refusal isn't about a field. */
function faultsOf({ code, detail, faults }: PageRefusal): Faults | null {
  if (code === 'invalid_profile_url') {
    return { profile_url: detail ?? 'This is not a link to a profile that we know.' };
  }
  if (faults.length === 0) return null;
  const of = (name: string) => faults.find(({ loc }) => loc[1] === name)?.msg;
  const [email, profileUrl] = [of('email'), of('profile_url')];
  if (email === undefined && profileUrl === undefined) return { email: ofBoth(faults) };
  return { ...(email ? { email } : {}), ...(profileUrl ? { profile_url: profileUrl } : {}) };
}

const ofBoth = (faults: readonly ValidationFault[]): string =>
  faults[0]!.type === 'missing'
    ? 'Enter your email address, or a link to your profile below.'
    : 'Enter one of the two only. You can send another request for the other.';

export interface AskForm {
  given?: Given;
  faults?: Faults;
  /** An error that isn't about a field. */
  refused?: string;
}

export function formPage({ given = {}, faults = {}, refused }: AskForm): Page {
  const isRefused = refused !== undefined || Object.keys(faults).length > 0;
  const first = faults.email ? 'email' : 'profile_url';
  const field = (name: 'email' | 'profile_url') => ({
    value: given[name] ?? '',
    fault: faults[name],
    takesFocus: isRefused && refused === undefined && name === first,
  });
  return {
    title: isRefused ? 'Not sent yet: opt out' : 'Opt out',
    main: html`<h1>Opt out</h1>
${refused === undefined ? null : refusalBox(refused)}
<p>This service gives its customers contact details, such as email addresses and phone numbers. You can ask us not to share
yours. You don't need an account. We don't say here whether we know anything about you, so that no one else can find out.</p>
<p>Enter one of the two.</p>
<form method="post" novalidate>
${textField(
  {
    name: 'email',
    label: 'Your email address',
    hint: 'We stop sharing every profile that we know with this address.',
    kind: html`type="email" autocomplete="email"`,
  },
  field('email'),
)}
${textField(
  {
    name: 'profile_url',
    label: 'Or a link to your profile',
    hint: 'For example, https://codeberg.org/jane',
    kind: html`type="url" autocomplete="url"`,
  },
  field('profile_url'),
)}
<button class="primary">Send request</button>
</form>`,
  };
}

interface TextField {
  name: string;
  label: string;
  hint: string;
  kind: ReturnType<typeof html>;
}

/** The error is next to its field and announced with it. The first one takes the focus. */
const textField = (
  { name, label, hint, kind }: TextField,
  { value, fault, takesFocus }: { value: string; fault: string | undefined; takesFocus: boolean },
) => html`<div class="field"><label for="${name}">${label}</label>
<p class="hint" id="${name}-hint">${hint}</p>
${fault === undefined ? null : html`<p class="fault" id="${name}-fault">Error: ${fault}</p>`}
<input id="${name}" name="${name}" ${kind} autocapitalize="none" spellcheck="false" value="${value}" aria-describedby="${name}-hint${
  fault === undefined ? '' : ` ${name}-fault`
}"${fault === undefined ? null : html` aria-invalid="true"`}${takesFocus ? html` autofocus` : null}></div>`;

const mailPage = ({ email = 'the address' }: Given): Page => ({
  title: 'Check your email',
  main: html`<h1>Check your email</h1>
<p>We are sending a link to <strong>${email}</strong>. Open it within 24 hours and press the button on the page. Nothing changes
until you do.</p>
<p>No mail after a few minutes? Check your spam folder, and whether the address above is right.</p>`,
});

const profilePage = ({ id, nonce, expires_at }: StartedOptOut, request: PageRequest): Page => ({
  title: 'Prove that the profile is yours',
  main: html`<h1>Prove that the profile is yours</h1>
<p>Only the owner can change a profile, so a text in it is your proof. You have until ${instantInWords(expires_at!)}.</p>
${checkForm({ requestId: id, nonce: nonce!, prefix: request.prefix })}`,
});
