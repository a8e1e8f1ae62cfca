import type { Access } from '#core/access.ts';
import type { Domain, Manifest } from '#core/domain.ts';
import type { Door } from '#core/door.ts';
import type { Operation } from '#core/operation.ts';

/** Groups of callers, in the order in which the document lists their calls. */
const audiences = [
  { name: 'Customers', prefix: '', access: ['key', 'agent', 'extension', 'public'] },
  { name: 'Your dashboard', prefix: 'Dashboard: ', access: ['internal'] },
  { name: 'Operators', prefix: 'Operators: ', access: ['admin'] },
  { name: 'Providers', prefix: 'Providers: ', access: ['signed'] },
] as const satisfies readonly { name: string; prefix: string; access: readonly Access[] }[];

const audienceAt = ({ access }: Door): number =>
  audiences.findIndex((audience) => (audience.access as readonly Access[]).includes(access));

export interface Listed {
  declared: Operation;
  door: Door;
  tag: string;
}

/** Lookups come first; the rest is in the order of the manifest. */
const rank = ({ id }: Domain): number => (id === 'lookup' ? 0 : 1);
const byRank = (one: Domain, other: Domain) => rank(one) - rank(other);

/** Every operation through every door: customers' calls first, then the dashboard's, then the operators'. */
export function listedDoors({ domains }: Manifest): Listed[] {
  const listed = [...domains]
    .sort(byRank)
    .flatMap(({ title, operations = [] }) =>
      operations.flatMap((declared) =>
        declared.doors.map((door) => ({ declared, door, tag: audiences[audienceAt(door)]!.prefix + title })),
      ),
    );
  return listed.sort((one, other) => audienceAt(one.door) - audienceAt(other.door));
}

/** The tags in the order of the list, each with what its domain is about, grouped by who calls. */
export function tagsOf({ domains }: Manifest, listed: readonly Listed[]) {
  const used = [...new Set(listed.map(({ tag }) => tag))];
  const groups = audiences.map(({ name }, at) => ({
    name,
    tags: [...new Set(listed.filter(({ door }) => audienceAt(door) === at).map(({ tag }) => tag))],
  }));
  return {
    tags: used.map((name) => ({
      name,
      description: domains.find(({ title }) => name.endsWith(title))!.description,
    })),
    'x-tagGroups': groups.filter(({ tags }) => tags.length > 0),
  };
}
