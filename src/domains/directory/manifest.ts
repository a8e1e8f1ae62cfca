import { domain } from '#core/domain.ts';
import { changeValue } from './change-value.ts';
import { directoryErrors } from './errors.ts';
import { forgetFormerDocuments } from './forget-former.ts';
import { CountImportRows, importContacts } from './import-contacts.ts';
import { listImports } from './list-imports.ts';
import { listRejects } from './list-rejects.ts';
import { directoryProfiles } from './profiles/people.ts';
import { measureQuality } from './quality/measure-quality.ts';
import { reportQuality } from './quality/report-quality.ts';
import { removeSource } from './remove-source.ts';
import { reportStats } from './report-stats.ts';
import { showImport } from './show-import.ts';
import { showProfile } from './show-profile.ts';
import { takeBackImport } from './take-back-import.ts';

export const directory = domain({
  id: 'directory',
  title: 'Directory',
  description: 'Your own contacts: imports, what they said, and each profile as it is stored.',
  operations: [
    importContacts,
    listImports,
    showImport,
    listRejects,
    takeBackImport,
    removeSource,
    showProfile,
    changeValue,
    reportStats,
    reportQuality,
  ],
  jobs: [forgetFormerDocuments, measureQuality],
  errors: directoryErrors,
  personalData: [directoryProfiles],
  open: ({ metrics }) => ({ ports: [CountImportRows.opened(metrics.importRows)] }),
});
