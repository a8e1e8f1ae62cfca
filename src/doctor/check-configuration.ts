import { ConfigurationError, readConfig } from '#app/start/config.ts';
import type { Config } from '#core/environment.ts';
import { developmentFeatures, openedFeatures } from '#core/machine/development.ts';
import { type Finding, fault, ok, warning } from '#core/parts/health.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** All problems of the environment, and the configuration as it would be without the variables that have one. */
export function checkConfiguration(environment: Environment): { findings: Finding[]; config: Config | null } {
  try {
    const config = readConfig(environment);
    return {
      findings: [
        ok('configuration', 'Every variable is valid.'),
        ...openAddress(config),
        ...openFeatures(config),
      ],
      config,
    };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const findings = error.problems.map((problem) => {
      const [name] = problem.split(' ');
      return fault(
        'configuration',
        `${problem}.`.replace('..', '.'),
        `Correct ${name} in the environment or in .env.`,
      );
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
  openedFeatures(config).map((feature) =>
    warning(
      'configuration',
      `${feature} is on. ${developmentFeatures[feature]}`,
      `Remove ${feature}=on unless you want this.`,
    ),
  );

function openAddress({ HOST, PUBLIC_URL }: Config): Finding[] {
  const isOpen = HOST !== '127.0.0.1' && HOST !== '::1' && HOST !== 'localhost';
  return isOpen && !PUBLIC_URL
    ? [
        warning(
          'configuration',
          'HOST is open and PUBLIC_URL is not set, so links lead to an address that others may not reach.',
          'Set PUBLIC_URL to the URL that callers use.',
        ),
      ]
    : [];
}
