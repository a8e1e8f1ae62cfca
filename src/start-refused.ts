/** The start can't go on for a reason that the operator can mend: the sentence is told without a stack. */
export class StartRefused extends Error {}
