import { createContext } from 'preact';

/** Errors of the surrounding form's fields, by name. */
export const Faults = createContext<Record<string, string>>({});
