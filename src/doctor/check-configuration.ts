import { ConfigurationError, readConfig } from '#app/start/config.ts';
import type { Config } from '#core/environment.ts';
import { developmentFeatures, openedFeatures } from '#core/machine/development.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** All problems of the environment, and the configuration as it would be without the variables that have one. */
export function checkConfiguration(environment: Environment): { findings: Finding[]; config: Config | null } {
  try {
    const config = readConfig(environment);
    const first = ok('configuration', 'Every variable is valid.');
    return { findings: [first, ...openAddress(config), ...openFeatures(config)], config };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const findings = error.problems.map((problem) => {
      const remedy = `Correct ${problem.split(' ')[0]} in the environment or in .env.`;
      return fault('configuration', `${problem}.`.replace('..', '.'), remedy);
    });
    // Some problems are of two variables together.
    const wrong = new Set(error.problems.flatMap((problem) => problem.match(/\b[A-Z][A-Z\d_]+\b/g) ?? []));
    return { findings, config: withoutVariables(environment, wrong) };
  }
}

/** The other checks use the defaults for the wrong variables. Null if the rest is refused as well. */
function withoutVariables(environment: Environment, wrong: Set<string>): Config | null {
  try {
    return readConfig(Object.fromEntries(Object.entries(environment).filter(([name]) => !wrong.has(name))));
  } catch {
    return null;
  }
}

const openFeatures = (config: Config): Finding[] =>
  openedFeatures(config).map((feature) => {
    const says = `${feature} is on. ${developmentFeatures[feature]}`;
    return warning('configuration', says, `Remove ${feature}=on unless you want this.`);
  });

function openAddress({ HOST, PUBLIC_URL }: Config): Finding[] {
  if (HOST === '127.0.0.1' || HOST === '::1' || HOST === 'localhost' || PUBLIC_URL) return [];
  const says =
    'HOST is open and PUBLIC_URL is not set, so links lead to an address that others may not reach.';
  return [warning('configuration', says, 'Set PUBLIC_URL to the URL that callers use.')];
}
