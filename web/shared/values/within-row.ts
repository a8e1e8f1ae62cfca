import { createContext } from 'preact';

/** True inside the rows of a listing, where times are not stops of the Tab key. */
export const WithinRow = createContext(false);
