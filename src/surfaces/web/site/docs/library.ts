import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type KeptBytes, keptBytes } from '../../../kept-bytes.ts';
import { type GuideGroup, groupsIn } from './guide-groups.ts';
import { type Guide, renderGuide } from './render-guide.ts';
import { openSearch, type Search } from './search.ts';

/** The documents of the repository, each at its address on the website. */
export interface Library {
  groups: readonly GuideGroup[];
  /** By its address, for example `/docs/lookup`. */
  guideAt(address: string): Guide | null;
  /** Pictures and examples. */
  fileAt(address: string): KeptBytes | null;
  addresses: readonly string[];
  search: Search;
}

const project = join(import.meta.dirname, '../../../../..');
const others = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'clients/n8n/README.md',
  'clients/python/README.md',
  'clients/typescript/README.md',
  'extension/README.md',
];
const types: Readonly<Record<string, string>> = { png: 'image/png', csv: 'text/csv; charset=utf-8' };

let opened: Library | undefined;

/** Read once for the whole process, at the first call. */
export function theLibrary(): Library {
  opened ??= openLibrary();
  return opened;
}

function openLibrary(): Library {
  const documents = globSync(['docs/*.md', 'docs/{guide,decisions,security}/*.md', ...others], {
    cwd: project,
  }).map(toSlashes);
  const files = globSync(['docs/pictures/*.png', 'docs/examples/*.csv'], { cwd: project }).map(toSlashes);
  const pathOf = new Map([...documents, ...files].map((path) => [addressOf(path), path]));
  const textOf = (path: string) => readFileSync(join(project, path), 'utf8');
  const names = documents.flatMap((path) => /^docs\/guide\/(.+)\.md$/.exec(path)?.[1] ?? []);
  const groups = groupsIn(textOf('README.md'), names);
  const forCustomers = new Set(
    groups.flatMap(({ isForOperators, guides }) =>
      isForOperators ? [] : guides.map((name) => `docs/guide/${name}.md`),
    ),
  )
    .add('clients/n8n/README.md')
    .add('clients/python/README.md')
    .add('clients/typescript/README.md');
  const guides = new Map(
    documents.map((path) => [
      addressOf(path),
      renderGuide(textOf(path), (target) => resolved(path, target, pathOf), !forCustomers.has(path)),
    ]),
  );
  const kept = new Map<string, KeptBytes>();
  return {
    groups,
    guideAt: (address) => guides.get(address) ?? null,
    fileAt(address) {
      const path = guides.has(address) ? undefined : pathOf.get(address);
      if (!path) return null;
      const known =
        kept.get(address) ?? keptBytes(types[path.split('.').at(-1)!]!, readFileSync(join(project, path)));
      kept.set(address, known);
      return known;
    },
    addresses: [...guides.keys()],
    search: openSearch([...guides].filter(([address]) => !address.startsWith('/docs/decisions/'))),
  };
}

const toSlashes = (path: string): string => path.replaceAll('\\', '/');

/** `docs/guide/jobs.md` is `/docs/jobs`, `docs/decisions/jobs.md` is `/docs/decisions/jobs`, and `README.md` is `/docs/readme`. */
const addressOf = (path: string): string =>
  `/docs/${path.replace(/^docs\/(guide\/)?/, '').replace(/\.md$/, '')}`.replace(/[A-Z]+/g, (name) =>
    name.toLowerCase(),
  );

/** A link of a document as an address of the website. */
function resolved(from: string, target: string, pathOf: ReadonlyMap<string, string>): string | null {
  if (/^(https?:|mailto:|#)/.test(target)) return target;
  const [file = '', anchor] = target.split('#');
  const path = posix.join(posix.dirname(from), file);
  const error = /^docs\/errors\/(\w+)\.md$/.exec(path);
  if (error) return `/errors/${error[1]}`;
  const address = addressOf(path);
  if (!pathOf.has(address)) return null;
  return anchor === undefined ? address : `${address}#${anchor}`;
}
