/** A pattern for `like` that matches texts with this beginning, whatever characters it has. */
export const beginningLike = (beginning: string): string => `${beginning.replace(/[\\%_]/g, '\\$&')}%`;
