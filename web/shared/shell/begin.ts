/**
 * Loads the scripts of an app. Before the drawn view is painted they would only keep a slow processor busy: without this
 * step it is painted half as late again.
 */
const load = () => document.body.append(document.querySelector('template')!.content);

// A page in the background is not painted.
if (document.hidden) load();
else requestAnimationFrame(() => setTimeout(load));
