import type { ComponentChildren } from 'preact';
import { LocationProvider } from 'preact-iso/router';
import { renderToString } from 'preact-render-to-string';
import type { RouteLine } from './route-line.ts';
import { loadView } from './views.tsx';

/** Draws every view of an app, so that a browser shows it while the script is on its way. Needs a `location`. */
export async function draw(app: ComponentChildren, routes: readonly RouteLine[]) {
  const drawings: { path: string; html: string; script: string }[] = [];
  for (const line of routes) {
    const { path } = line;
    Object.assign(location, { pathname: path });
    // A view that can't be loaded stops the build here; `loadView` would draw that it is broken.
    await line.view();
    await loadView(routes, path);
    const drawn = renderToString(<LocationProvider>{app}</LocationProvider>).replaceAll(
      /<(input|select|textarea)\b/g,
      // Else a browser that goes back fills in what was typed before, perhaps by another person.
      '<$1 autocomplete="off"',
    );
    // A view that shows a part of its address is not known before there is one.
    const html = path.includes(':') ? drawn.replace(/(<main [^>]*>).*(?=<\/main>)/s, '$1') : drawn;
    // The bundler leaves `() => import('./keys-1A2B3C4D.js')`.
    const script = /"\.\/([^"]+)"/.exec(String(line.view))![1]!;
    drawings.push({ path, html, script });
  }
  return drawings;
}
