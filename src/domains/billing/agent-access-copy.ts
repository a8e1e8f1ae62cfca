/** What people read when agents may not act for them. The price list shows the same texts. */
export const agentAccessCopy = {
  mcp_gate: 'Agents can connect once you have a monthly plan. Choose one to continue.',
  mcp_unavailable:
    'Your plan does not include agent access (MCP). Lookups over the REST API continue to work.',
  mcp_revoked: 'Your plan no longer includes agent access (MCP). Lookups over the REST API continue to work.',
  mcp_account_off:
    'Agent access (MCP) is switched off for your account. Lookups over the REST API continue to work.',
} as const;
