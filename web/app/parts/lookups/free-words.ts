/** Why a lookup cost nothing, by the API's reasons. */
const words: Readonly<Record<string, string>> = {
  not_found: 'not found',
  links_only: 'links only',
  repeat: 'asked before',
  source_not_billable: 'source not billable',
  failed: 'failed',
  pending: 'still looking',
  test_key: 'test key',
  not_a_url: 'not a link',
  unsupported_host: 'site not supported',
};

export const freeWords = (reason: string): string => words[reason] ?? reason.replaceAll('_', ' ');
