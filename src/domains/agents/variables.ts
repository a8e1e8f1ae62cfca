import { entries, rejectValue, variable } from '#core/environment.ts';

export const agentVariables = {
  MCP_ALLOWED_ORIGINS: variable(
    'Origins of apps that may call `/mcp`, comma-separated. Programs that send no `Origin` always may. Default: none.',
    [] as string[],
    (value) => entries(value).map(originOf),
    'https://agents.example.com',
  ),
};

/** As browsers write it in `Origin`: a scheme and a host, and the port unless it is the scheme's own. */
function originOf(entry: string): string {
  const [scheme, rest] = entry.split('://');
  if (!scheme || !rest || /[\s/?#]/.test(rest)) {
    return rejectValue(`must list origins such as https://agents.example.com, not '${entry}'`);
  }
  return entry.toLowerCase();
}
