/** Loads the scripts of an app after its drawn view is painted. Loaded before, they delay the paint on a slow processor by half. */
const load = () => document.body.append(document.querySelector('template')!.content);

// A page in the background is not painted.
if (document.hidden) load();
else requestAnimationFrame(() => setTimeout(load));
