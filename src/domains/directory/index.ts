import { domain } from '#core/operation.ts';
import { directoryErrors } from './errors.ts';
import { importContacts } from './import-contacts.ts';
import { listImports } from './list-imports.ts';
import { listRejects } from './list-rejects.ts';
import { reportStats } from './report-stats.ts';
import { showImport } from './show-import.ts';

export { peopleDirectory } from './profiles/people.ts';

export const directory = domain({
  id: 'directory',
  operations: [importContacts, listImports, showImport, listRejects, reportStats],
  errors: directoryErrors,
});
