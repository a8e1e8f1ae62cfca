/** The words of a list that is written as text, separated by spaces and line ends. */
export const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
