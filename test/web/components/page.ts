import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { Window } from 'happy-dom';

/** The parts of a browser that the components need. */
const browserParts = [
  'window',
  'document',
  'location',
  'history',
  'HTMLElement',
  'HTMLInputElement',
  'localStorage',
] as const;

export type Kit = typeof import('./kit.ts');

/** The components, bundled as for the browser, on an empty page of the dashboard. */
export async function openPage(): Promise<{ kit: Kit; body: HTMLElement; close: () => Promise<void> }> {
  const window = new Window({ url: 'http://pages.example/app' });
  const parts: Record<string, unknown> = { BroadcastChannel: QuietChannel };
  for (const part of browserParts) parts[part] = Reflect.get(window, part);
  parts.addEventListener = window.addEventListener.bind(window);
  const before = Object.keys(parts).map(
    (part) => [part, Object.getOwnPropertyDescriptor(globalThis, part)] as const,
  );
  for (const [part, value] of Object.entries(parts)) {
    Object.defineProperty(globalThis, part, { value, configurable: true, writable: true });
  }
  const kit = await bundledKit();
  const close = async () => {
    await window.happyDOM.close();
    for (const [part, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, part, descriptor);
      else Reflect.deleteProperty(globalThis, part);
    }
  };
  return { kit, body: window.document.body as unknown as HTMLElement, close };
}

/** Other tabs. Node's own channel would keep the process alive. */
class QuietChannel extends EventTarget {
  postMessage(): void {}
}

async function bundledKit(): Promise<Kit> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'kit-'));
  const outfile = join(folder.path, 'kit.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'kit.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    target: 'esnext',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  return await import(pathToFileURL(outfile).href);
}
