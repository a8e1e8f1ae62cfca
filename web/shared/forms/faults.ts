import { createContext } from 'preact';

/** What is wrong with the fields of the form around, by name. */
export const Faults = createContext<Record<string, string>>({});
