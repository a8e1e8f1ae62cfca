/** A fault stops a release, a note is shown. */
export type AuditFinding = { fault: string } | { note: string };

interface Advised {
  vulnerabilities?: Record<string, { severity: string }>;
  message?: string;
}

/** The meaning of the result of `npm audit --omit=dev --json`. A registry without advisories proves nothing either way. */
export function advisoryFinding(output: string): AuditFinding {
  const { vulnerabilities, message }: Advised = parsed(output);
  if (!vulnerabilities)
    return {
      note: `Packages were not checked for known vulnerabilities, because the registry has no advisories or can't be reached: ${message || 'npm does not say why'}.`,
    };
  const of = (...severities: string[]) =>
    Object.entries(vulnerabilities)
      .filter(([, { severity }]) => severities.includes(severity))
      .map(([name]) => name);
  const urgent = of('high', 'critical');
  if (urgent.length > 0)
    return {
      fault: `There are high or critical vulnerabilities in ${urgent.join(', ')}. Run \`npm audit --omit=dev\`.`,
    };
  const others = of('info', 'low', 'moderate');
  return {
    note:
      others.length > 0
        ? `There are vulnerabilities that are not high in ${others.join(', ')}.`
        : 'No package of the service has a known vulnerability.',
  };
}

interface Audited {
  invalid?: Package[];
  missing?: Package[];
  error?: { summary?: string; code?: string };
}

interface Package {
  name: string;
  version: string;
}

/**
 * The meaning of the result of `npm audit signatures --json`. A registry without signing keys, and one that can't be reached, prove
 * nothing either way.
 */
export function signatureFinding(output: string): AuditFinding {
  const { invalid, missing, error }: Audited = parsed(output);
  const wrong = [...(invalid ?? []), ...(missing ?? [])].map(({ name, version }) => `${name}@${version}`);
  if (wrong.length > 0)
    return {
      fault: `The registry's signature is invalid or missing: ${wrong.join(', ')}. Run \`npm audit signatures\`.`,
    };
  if (invalid && missing) return { note: 'The registry has signed every installed package.' };
  const reason = error?.summary || error?.code || 'npm does not say why';
  return {
    note: `Signatures of packages were not checked, because the registry offers none or can't be reached: ${reason}.`,
  };
}

function parsed(output: string): object {
  try {
    return JSON.parse(output);
  } catch {
    return {};
  }
}
