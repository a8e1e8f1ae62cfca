import { globSync } from 'node:fs';
import { openStandIn, type StandIn, type StandInPlace } from './stand-in.ts';

const files = globSync('vendors/*.ts', { cwd: import.meta.dirname }).sort();
const modules: { places: readonly StandInPlace[] }[] = await Promise.all(
  files.map((file) => import(`./${file}`)),
);

/** The settings through which each stand-in replaces its vendor. */
export const standInPlaces = modules.flatMap(({ places }) => places);

export interface StandIns extends AsyncDisposable {
  /** By vendor name: `github`, `people_data_labs`, `asha` … */
  byName: ReadonlyMap<string, StandIn>;
  /** The variables that make the service use these instead of the vendors. */
  environment: Readonly<Record<string, string>>;
}

/** Starts them all, on ports from `firstPort` upwards, or on free ones if it is 0. */
export async function openStandIns(firstPort = 0): Promise<StandIns> {
  const byName = new Map<string, StandIn>();
  const environment: Record<string, string> = {};
  const sites: string[] = [];
  for (const [at, { open, baseUrl, token, price, site, switches }] of standInPlaces.entries()) {
    const vendor = open();
    const standIn = await openStandIn(vendor, firstPort === 0 ? 0 : firstPort + at);
    byName.set(vendor.name, standIn);
    if (baseUrl) environment[baseUrl] = standIn.origin;
    if (token) environment[token] = standIn.token;
    if (price) environment[price[0]] = price[1];
    Object.assign(environment, switches);
    if (site) sites.push(`${site}=${standIn.origin}`);
  }
  environment.SITE_STAND_INS = sites.join();
  return {
    byName,
    environment,
    async [Symbol.asyncDispose]() {
      await Promise.all([...byName.values()].map((standIn) => standIn[Symbol.asyncDispose]()));
    },
  };
}
