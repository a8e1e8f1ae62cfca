/** The meaning of the result of `npm audit signatures --json`. A fault stops a release, a note is shown. */
export type SignatureFinding = { fault: string } | { note: string };

interface Audited {
  invalid?: Package[];
  missing?: Package[];
  error?: { summary?: string; code?: string };
}

interface Package {
  name: string;
  version: string;
}

/** A registry without signing keys, and one that can't be reached, prove nothing either way. */
export function signatureFinding(output: string): SignatureFinding {
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

function parsed(output: string): Audited {
  try {
    return JSON.parse(output);
  } catch {
    return {};
  }
}
