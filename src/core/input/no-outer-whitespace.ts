/**
 * The pattern of a text that names something: with white space around it, it would look like another one and be another. Allows
 * an empty text. The lookaheads take one pass.
 */
export const noOuterSpace = '^(?!\\s)(?![\\s\\S]*\\s$)';
