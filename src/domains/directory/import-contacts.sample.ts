import { sample } from '#test/samples/sample.ts';
import { importedElsewhere } from '#test/support/import-lock.ts';
import { lockName } from './import/import-locks.ts';

export default sample({
  file: {
    text: 'profile_url,full_name,email\nhttps://github.com/asha-example,Asha Example,asha@example.com\n',
    contentType: 'text/csv',
  },
  refusals: {
    import_refused: { file: { text: 'shoe\n42\n', contentType: 'text/csv' } },
    import_running: {
      async prepare({ service }) {
        const sha256 = 'ab'.repeat(32);
        return {
          input: { sha256 },
          after: await importedElsewhere(service, lockName('', Buffer.from(sha256, 'hex'))),
        };
      },
    },
  },
});
