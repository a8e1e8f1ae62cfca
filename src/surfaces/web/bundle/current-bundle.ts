import { stat } from 'node:fs/promises';
import { type Bundle, buildBundle } from './build-bundle.ts';

interface Built {
  bundle: Bundle;
  at: number;
}

let latest: Promise<Built> | undefined;

/** The pages, built once for the whole process: at the first call, and again after one that failed. */
export async function currentBundle(): Promise<Bundle> {
  latest ??= built();
  return (await latest).bundle;
}

/** Builds again if a source has changed since. For development. */
export async function freshBundle(): Promise<Bundle> {
  const known = latest;
  if (known && (await hasChanged(await known)) && latest === known) latest = built();
  return currentBundle();
}

function built(): Promise<Built> {
  const at = Date.now();
  const building = buildBundle().then((bundle) => ({ bundle, at }));
  building.catch(() => {
    latest = undefined;
  });
  return building;
}

async function hasChanged({ bundle, at }: Built): Promise<boolean> {
  const own = bundle.sources.filter((path) => !path.includes('node_modules'));
  const times = await Promise.all(
    own.map((path) =>
      stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => Number.POSITIVE_INFINITY,
      ),
    ),
  );
  return times.some((time) => time > at);
}
