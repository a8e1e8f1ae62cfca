import { type Books, type Entity, kept, newEntityId, notesOf } from './books.ts';
import { badInput, unknownId } from './refusal.ts';

type Body = Record<string, unknown>;

/** With `fail_existing` set to 0, a customer with the same email and contact is returned instead of refused. */
export function makeCustomer(books: Books, body: Body): Entity {
  const { name = null, email = null, contact = null, gstin = null, fail_existing = '1', notes } = body;
  const same = [...books.customers.values()].find((one) => one.email === email && one.contact === contact);
  if (same && String(fail_existing) === '0') return same;
  if (same) throw badInput('Customer already exists for the merchant');
  return kept(books.customers, {
    id: newEntityId('cust'),
    entity: 'customer',
    name,
    email,
    contact,
    gstin,
    notes: notesOf(notes),
    created_at: books.seconds(),
  });
}

export function changeCustomer(books: Books, id: string, body: Body): Entity {
  const customer = books.customers.get(id);
  if (!customer) throw unknownId();
  const { name = customer.name, email = customer.email, contact = customer.contact } = body;
  return Object.assign(customer, { name, email, contact });
}
