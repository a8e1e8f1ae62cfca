import type { FunctionComponent } from 'preact';
import { countOf } from '#web/shared/values/count.tsx';

interface ContactsProps<C> {
  title: string;
  of: C[];
  keyOf: (contact: C) => string;
  item: FunctionComponent<C>;
}

/** The contacts of one kind. Shows nothing for an empty list. */
export function Contacts<C extends object>({ title, of, keyOf, item: Contact }: ContactsProps<C>) {
  if (of.length === 0) return null;
  return (
    <section class="contacts">
      <h3>
        {title} {of.length > 1 && <span class="small">{countOf(of.length)}</span>}
      </h3>
      <ul>
        {of.map((contact) => (
          <li key={keyOf(contact)}>
            <Contact {...contact} />
          </li>
        ))}
      </ul>
    </section>
  );
}
