/** What every program under test takes over, whatever else it is given: where programs are, and where compiled code is kept. */
export function inherited(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
}
