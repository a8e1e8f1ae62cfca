import { type ConfigOf, entries, rejectValue, url, variable } from '#core/environment.ts';
import { allDescriptions } from '#platform/contact-sources/all-sources.ts';
import { sourceSettings } from '#platform/contact-sources/environment.ts';

const sourceIds: readonly string[] = allDescriptions.map(({ id }) => id);

const sourceNames = (value: string) =>
  entries(value).map((id) =>
    id === 'all' || sourceIds.includes(id)
      ? id
      : rejectValue(`names '${id}', which is not a source; the choices are all, ${sourceIds.join(', ')}`),
  );

export const sourceVariables = {
  SOURCES: variable(
    'Sources to ask when the directory has no answer, comma-separated, or `all`; an operator can change it at run time. Absent: none.',
    [] as string[],
    sourceNames,
    'github,gitlab,website',
  ),
  CONTACT_URL: variable(
    'A page that says who runs this service; named to every site and vendor that is asked. PUBLIC_URL if absent.',
    '',
    url('http:', 'https:'),
    'https://contacts.example.com/about',
  ),
  ...sourceSettings(rejectValue),
};

declare module '#core/environment.ts' {
  interface Config extends ConfigOf<typeof sourceVariables> {}
}
