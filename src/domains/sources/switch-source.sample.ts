import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { source_id: 'gravatar', enabled: false, reason: 'Its answers are old' },
  refusals: { not_found: { input: { source_id: 'nobodys_source' } } },
});
