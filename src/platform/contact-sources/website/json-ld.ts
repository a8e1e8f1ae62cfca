import { isObject, listOf, memberOf, textOf } from '../source/read-json.ts';

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
    if (isObject(node) && isTyped(node, 'Person')) people.push(personOf(node));
    // Nested nodes of a person, such as an employer or colleagues, are not the page's owner.
    else if (isObject(node)) queue.push(...Object.values(node));
    else queue.push(...listOf(node));
  }
  return people;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isTyped = (node: unknown, type: string): boolean =>
  textsOf(memberOf(node, '@type')).some((given) => given.replace(/^https?:\/\/schema\.org\//, '') === type);

function personOf(node: unknown): PersonOnPage {
  const address = memberOf(node, 'address');
  const employer = memberOf(node, 'worksFor');
  return {
    name: textOf(memberOf(node, 'name')),
    jobTitle: textOf(memberOf(node, 'jobTitle')),
    company: textOf(employer) ?? textOf(memberOf(listOf([employer].flat())[0], 'name')),
    location: textOf(address) ?? textOf(memberOf(address, 'addressLocality')),
    emails: textsOf(memberOf(node, 'email')).map((email) => email.replace(/^mailto:/i, '')),
    phones: textsOf(memberOf(node, 'telephone')).map((phone) => phone.replace(/^tel:/i, '')),
    links: [...textsOf(memberOf(node, 'url')), ...textsOf(memberOf(node, 'sameAs'))],
  };
}

/** JSON-LD writes a single value bare and several as a list. */
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? listOf(value) : [value]).flatMap((entry) => textOf(entry) ?? []);
