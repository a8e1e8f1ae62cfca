import { button, element } from './element.ts';
import { explain } from './explain.ts';
import { ask, type Session } from './messages.ts';

const view = document.querySelector('#view')!;
const said = document.querySelector('#said')!;

const say = (text: string): void => {
  said.textContent = text;
};

/** The origin of a service that answers over TLS, or on this computer. */
function serviceOrigin(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHere = url && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url && (url.protocol === 'https:' || (isHere && url.protocol === 'http:'))
    ? url.origin + url.pathname.replace(/\/+$/, '')
    : null;
}

function showForm(): void {
  const address = element('input', {
    id: 'address',
    type: 'url',
    required: true,
    placeholder: 'https://contacts.example.com',
  });
  const code = element('input', { id: 'code', type: 'password', required: true, autocomplete: 'off' });
  const form = element(
    'form',
    {},
    element('label', { htmlFor: 'address', textContent: 'Address of the service' }),
    address,
    element('label', { htmlFor: 'code', textContent: 'Code from your dashboard' }),
    code,
    element('p', { className: 'quiet', textContent: 'It starts with cty_refresh_ and works once.' }),
    element(
      'div',
      { className: 'actions' },
      element('button', { className: 'main', textContent: 'Connect' }),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void connect(address.value.trim(), code.value.trim());
  });
  view.replaceChildren(form);
  address.focus();
}

async function connect(address: string, code: string): Promise<void> {
  const baseUrl = serviceOrigin(address);
  if (baseUrl === null)
    return say('The address must start with https://, unless the service runs on this computer.');
  say('Connecting…');
  const reply = await ask('connect', { baseUrl, code });
  if (reply.ok) return showSession(reply.value);
  const { code: failed } = reply.trouble;
  if (failed === 'session_ended')
    return say('This code is wrong or was used before. Get a new one from your dashboard.');
  if (failed === 'unreachable')
    return say(
      `${reply.trouble.detail} If the address is right, its operator has to allow this extension: EXTENSION_ORIGINS=${location.origin}`,
    );
  const { title, text } = explain(reply.trouble);
  say(`${title}. ${text}`);
}

function showSession({ account_id, baseUrl, credits }: Session): void {
  say('');
  view.replaceChildren(
    element('p', {
      textContent: `Connected to ${baseUrl} as ${account_id}. ${credits.balance} credits left.`,
    }),
    element('p', { className: 'quiet', textContent: 'Open a profile, then click the extension’s button.' }),
    element(
      'div',
      { className: 'actions' },
      button('Sign out', () => void signOut()),
    ),
  );
}

async function signOut(): Promise<void> {
  await ask('signOut', {});
  showForm();
  say('You are signed out.');
}

function showTrouble(text: string): void {
  say(text);
  view.replaceChildren(
    element(
      'div',
      { className: 'actions' },
      button('Try again', () => void start(), 'main'),
      button('Sign out', () => void signOut()),
    ),
  );
}

async function start(): Promise<void> {
  const reply = await ask('session', {});
  if (reply.ok) return reply.value ? showSession(reply.value) : showForm();
  const { title, text, remedy } = explain(reply.trouble);
  if (remedy !== 'connect') return showTrouble(`${title}. ${text}`);
  showForm();
  say(title);
}

void start();
