/**
 * The pattern of a text that names something: leading or trailing whitespace would make two names look the same. Allows an
 * empty text. The lookaheads take one pass.
 */
export const noOuterWhitespace = '^(?!\\s)(?![\\s\\S]*\\s$)';
