import { tokenPairs } from '#values/token-pair.ts';

export const { newTokens, nextTokens, isAccessToken, accessHashOf, refreshHashOf } = tokenPairs('extension', {
  access: 'cty_session_',
  refresh: 'cty_refresh_',
});
