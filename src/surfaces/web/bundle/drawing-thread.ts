import { parentPort, workerData } from 'node:worker_threads';

const nothing = () => {};
const emptyStorage = { getItem: () => null, setItem: nothing, removeItem: nothing };

// The scripts look at these before they draw. Everything else waits for a browser.
const parts = {
  location: new URL(`http://localhost/${workerData.app}`),
  document: { documentElement: { dataset: {}, removeAttribute: nothing } },
  navigator: { onLine: true, platform: '' },
  localStorage: emptyStorage,
  sessionStorage: emptyStorage,
  matchMedia: () => ({ matches: false, addEventListener: nothing }),
  addEventListener: nothing,
  removeEventListener: nothing,
  BroadcastChannel: class {},
};
for (const [name, value] of Object.entries(parts))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

const { default: drawings } = await import(workerData.script);
parentPort!.postMessage(await drawings);
