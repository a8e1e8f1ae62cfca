/** The version of the interface that callers see (specification §9). */
export const interfaceVersion = '2.0.0';
