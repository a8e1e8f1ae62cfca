import { type MemberFault, memberFault } from '#core/failure.ts';

/** Longer texts are refused by their shapes. */
const lengthMax = 2000;

/** A fault for each member that is a text with a problem. */
export const faultsOfTexts = (
  given: Readonly<Record<string, unknown>>,
  problems: Readonly<Record<string, (text: string) => string | null>>,
): MemberFault[] =>
  Object.entries(problems).flatMap(([name, problemOf]) => {
    const text = given[name];
    const problem = typeof text === 'string' && text.length <= lengthMax ? problemOf(text) : null;
    return problem === null ? [] : [memberFault(name, problem)];
  });
