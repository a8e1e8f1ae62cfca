/** The rows of a comparison of plans. A page fills the cells from the plans' own members. */
export const comparison = [
  {
    id: 'credits',
    label: 'Credits per month',
    hint: 'A completed lookup costs one credit. Monthly credits expire when the billing period ends.',
  },
  {
    id: 'rate_limit',
    label: 'Requests per minute',
    hint: 'The limit of each API key, counted over 60 seconds.',
  },
  {
    id: 'rest_api',
    label: 'REST API',
    hint: 'Look people up and read your usage over HTTP with an API key.',
  },
  {
    id: 'dashboard',
    label: 'Dashboard',
    hint: 'See your keys, credits, usage, payments and invoices in a browser.',
  },
  {
    id: 'mcp',
    label: 'Agent access (MCP)',
    hint: 'Connect AI agents over the Model Context Protocol with the same key and credits.',
  },
];
