import type { ErrorDefinition, Failure, ValidationFault } from '#core/failure.ts';

/**
 * A refusal as the result of a tool, in JSON: the model reads it, and tells its user. Without structured content: clients check that
 * against the tool's output, and drop the text if it doesn't fit.
 */
export const toolError = (text: string): string =>
  JSON.stringify({ content: [{ type: 'text', text }], isError: true });

/** A sentence that says what to do, then the code and its members for programs. */
export function refusedCall(
  { code, detail, members, headers }: Failure,
  definition: ErrorDefinition,
): string {
  const { when, remedy } = definition;
  const wait = headers['Retry-After'];
  const words = [detail ?? when, remedy, ...(wait ? [`Wait ${wait} seconds.`] : [])];
  return toolError(`${words.join(' ')}\n${JSON.stringify({ code, ...members })}`);
}

const faultsShown = 20;
/** A model reads the answer, so a name that was made up is cut. */
const nameLengthMax = 100;

export function invalidArguments(faults: readonly ValidationFault[]): string {
  const lines = faults
    .slice(0, faultsShown)
    .map(({ loc, msg }) => `- ${loc.join('.').slice(0, nameLengthMax) || 'arguments'}: ${msg}`);
  const more = faults.length - lines.length;
  if (more > 0) lines.push(`- and ${more} more`);
  return toolError(`The arguments are not valid. Correct these and call again:\n${lines.join('\n')}`);
}
