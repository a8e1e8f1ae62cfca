import { entries, rejectValue, url, variable } from '#core/environment.ts';
import { allDescriptions, vendorVariables } from '#platform/contact-sources/all-sources.ts';

const sourceIds: readonly string[] = allDescriptions.map(({ id }) => id);

const sourceNames = (value: string) =>
  entries(value).map((id) =>
    id === 'all' || sourceIds.includes(id)
      ? id
      : rejectValue(`names '${id}', which is not a source; choose from all, ${sourceIds.join(', ')}`),
  );

export const sourceVariables = {
  SOURCES: variable(
    'Sources to ask when the directory has no answer, separated by commas, or `all`. Operators can change them at run time. Default: none.',
    [] as string[],
    sourceNames,
    'github,gitlab,website',
  ),
  CONTACT_URL: variable(
    'URL of a page that says who runs this service. Sent to every site and vendor that is asked. Default: PUBLIC_URL.',
    '',
    url('http:', 'https:'),
    'https://contacts.example.com/about',
  ),
  ...vendorVariables,
};
