/** What every program under test takes over, whatever else it is given: where programs are, and what loads code faster. */
export function inherited(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS };
}
