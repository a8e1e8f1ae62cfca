import Type from 'typebox';
import { list, readOrNull, some, text } from '#core/vendor-json.ts';

/** A schema.org `Person` on a page. */
export interface PersonOnPage {
  name: string | null;
  jobTitle: string | null;
  company: string | null;
  location: string | null;
  emails: string[];
  phones: string[];
  /** `url` and `sameAs`. */
  links: string[];
}

const nodesMax = 2000;
const peopleMax = 10;

/** Every person in a page's JSON-LD, at any depth. Skips invalid JSON. */
export function peopleIn(scripts: readonly string[]): PersonOnPage[] {
  const people: PersonOnPage[] = [];
  const queue: unknown[] = scripts.map(parsed);
  for (let read = 0; read < queue.length && read < nodesMax && people.length < peopleMax; read += 1) {
    const node = queue[read];
    if (isTyped(node, 'Person')) people.push(personOf(node));
    // Nested nodes of a person, such as an employer or colleagues, are not the page's owner.
    else queue.push(...insideOf(node));
  }
  return people;
}

/** The first 200 entries of a list. */
const insideOf = (node: unknown): unknown[] =>
  Array.isArray(node) ? node.slice(0, 200) : Object.values(Object(typeof node === 'object' ? node : {}));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isTyped = (node: unknown, type: string): boolean =>
  manyOf(readOrNull(Typed, node)?.['@type']).some(
    (given) => given.replace(/^https?:\/\/schema\.org\//, '') === type,
  );

/** JSON-LD writes a single value bare and several as a list. */
const many = Type.Union([text(1000), list(text(1000))]);
const manyOf = (value: string | string[] = []): string[] => [value].flat();
const Named = some({ name: text(1000) });

const Typed = some({ '@type': many });
const Person = some({
  name: text(1000),
  jobTitle: text(1000),
  worksFor: Type.Union([text(1000), Named, list(Type.Unknown())]),
  address: Type.Union([text(1000), some({ addressLocality: text(1000) })]),
  email: many,
  telephone: many,
  url: many,
  sameAs: many,
});

function personOf(node: unknown): PersonOnPage {
  const { name, jobTitle, worksFor, address, email, telephone, url, sameAs } = readOrNull(Person, node) ?? {};
  const employer = Array.isArray(worksFor) ? readOrNull(Named, worksFor[0])?.name : worksFor;
  return {
    name: name ?? null,
    jobTitle: jobTitle ?? null,
    company: (typeof employer === 'object' ? employer.name : employer) ?? null,
    location: (typeof address === 'object' ? address.addressLocality : address) ?? null,
    emails: manyOf(email).map((each) => each.replace(/^mailto:/i, '')),
    phones: manyOf(telephone).map((each) => each.replace(/^tel:/i, '')),
    links: [...manyOf(url), ...manyOf(sameAs)],
  };
}
