import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

const { app, scripts } = workerData as { app: string; scripts: ReadonlyMap<string, string> };
const nothing = () => {};
const emptyStorage = { getItem: () => null, setItem: nothing, removeItem: nothing };

// The scripts look at these before they draw. Everything else waits for a browser.
const parts = {
  location: new URL(`http://localhost/${app}`),
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

// They are in memory only: the service may have no folder to write to.
const scheme = 'built:';
registerHooks({
  resolve: (specifier, context, next) =>
    context.parentURL?.startsWith(scheme)
      ? { url: scheme + specifier.replace('./', ''), shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url.startsWith(scheme)
      ? { format: 'module', source: scripts.get(url.slice(scheme.length)), shortCircuit: true }
      : next(url, context),
});

const entry = [...scripts.keys()].find((name) => name.startsWith(`views-of-${app}-`));
const { default: drawings } = await import(scheme + entry);
parentPort!.postMessage(await drawings);
