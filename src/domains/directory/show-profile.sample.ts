import { sample } from '#test/samples/sample.ts';
import { importRows } from '#test/support/kit.ts';

export default sample({
  async prepare({ service }) {
    await importRows(service, 'profile_url,email\ngithub.com/asha-example,asha@example.com\n');
    return {};
  },
  refusals: { not_found: { input: { profile_url: 'https://github.com/nobody-example' } } },
});
