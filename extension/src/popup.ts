import { foundView, notFoundView } from './contacts.ts';
import { button, element } from './element.ts';
import { type Explanation, explain } from './explain.ts';
import { ask } from './messages.ts';

const view = document.querySelector('#view')!;

/** Shows the nodes, and moves the focus to their heading, so that a screen reader starts there. */
function show(...nodes: Node[]): void {
  view.replaceChildren(...nodes);
  view.querySelector('h1')?.focus();
}

/** Clicking the action gives access to the open tab's address, and to no other. Its query and fragment stay here. */
async function openAddress(): Promise<string | null> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (!tab?.url || !/^https?:/.test(tab.url)) return null;
  const { origin, pathname } = new URL(tab.url);
  return origin + pathname;
}

async function run(): Promise<void> {
  const address = await openAddress();
  if (address === null) {
    return explained({
      title: 'This page is not a profile',
      text: 'Open the profile of a person, then click here again.',
    });
  }
  show(
    element('h1', { textContent: 'Looking up…', tabIndex: -1 }),
    element('p', { className: 'quiet', textContent: address }),
  );
  const reply = await ask('lookUp', { address });
  if (!reply.ok) return explained(explain(reply.trouble));
  const { status } = reply.value;
  if (status === 'completed') return show(...foundView(reply.value));
  if (status === 'not_found') return show(...notFoundView(reply.value));
  explained({
    title: status === 'pending' ? 'This takes longer than usual' : 'The lookup failed',
    text: 'You have not been charged for what was not found. Try again in a minute.',
    remedy: 'retry',
  });
}

function explained({ title, text, remedy }: Explanation): void {
  const actions = {
    connect: () => button('Connect', () => void chrome.runtime.openOptionsPage(), 'main'),
    retry: () => button('Try again', () => void run(), 'main'),
  };
  show(
    element('h1', { textContent: title, tabIndex: -1 }),
    element('p', { textContent: text }),
    ...(remedy ? [element('div', { className: 'actions' }, actions[remedy]())] : []),
  );
}

void run();
