import type { contactForms, customerForms } from './recognised.ts';
import type { Holding } from './search-tables.ts';

type What = keyof typeof contactForms | keyof typeof customerForms;

/** Columns that are meant to hold contacts, links or names of people. None is meant to hold a secret. */
interface Meant {
  table: string;
  columns: readonly string[];
  whats: readonly What[];
  because: string;
}

const all: readonly What[] = ['an email', 'a phone number', 'a profile', 'a name'];
const customers: readonly What[] = ["a customer's email", 'a phone number', 'a name'];

/** The domains' stores of personal data reach the first part of them. */
export const mayHold: readonly Meant[] = [
  {
    ...{
      table: 'directory_profile',
      columns: ['handle', 'url', 'contacts', 'checked', 'name_words'],
      whats: all,
    },
    because: 'the directory',
  },
  {
    table: 'directory_former',
    columns: ['contacts'],
    whats: all,
    because: 'what lookups of a day disclosed',
  },
  { table: 'directory_statement', columns: ['contacts'], whats: all, because: 'what each import says' },
  { table: 'bounce_report', columns: ['address'], whats: all, because: 'an email that is being checked' },
  { table: 'source_answer', columns: ['contacts'], whats: all, because: 'answers of sources, for some days' },
  { table: 'http_validator', columns: ['body'], whats: all, because: 'answers of sources, with their ETags' },
  { table: 'lookup', columns: ['answer', 'pending_call'], whats: all, because: 'answers, for a day' },
  {
    ...{
      table: 'lookup_past',
      columns: ['profile_url', 'handle', 'full_name'],
      whats: ['a profile', 'a name'],
    },
    because: 'the history of an account',
  },
  {
    ...{
      table: 'job_item',
      columns: ['profile_url', 'name', 'client_reference', 'own'],
      whats: all,
    },
    because: 'rows of jobs as the customer sent them',
  },
  {
    ...{ table: 'job', columns: ['name', 'own_columns'], whats: all },
    because: 'the name of a job and the head of its file are in the words of the customer',
  },
  {
    ...{ table: 'idempotent_answer', columns: ['body', 'phases'], whats: [...all, "a customer's email"] },
    because: 'answers for repeats, for a day',
  },
  {
    ...{ table: 'refused_call', columns: ['request', 'answer'], whats: ['a profile', 'a name'] },
    because: 'the request log of an account, for a day, without emails and numbers',
  },
  {
    ...{ table: 'opt_out_request', columns: ['target'], whats: [...all, "a customer's email"] },
    because: 'who wants to be left out, until it is decided',
  },
  {
    ...{ table: 'account', columns: ['account_id', 'email'], whats: customers },
    because: 'a customer; an account that was made by its email alone has it as its id',
  },
  { table: 'api_key', columns: ['name'], whats: customers, because: 'in the words of the customer' },
  ...['agent_connection', 'agent_code'].map((table) => ({
    table,
    columns: ['client_id', 'client_name', 'client_host', 'redirect_uri'],
    whats: customers,
    because: 'an agent as it presents itself',
  })),
  {
    ...{ table: 'audit_entry', columns: ['details'], whats: ["a customer's email"] },
    because: 'the id of an account that was made by its email alone',
  },
  {
    ...{ table: 'customer_act', columns: ['details'], whats: ["a customer's email"] },
    because: 'the addresses that customers chose for mails',
  },
  {
    table: 'identity_attempt',
    columns: ['email', 'mailbox', 'whatsapp', 'account_id', 'claimed_by'],
    whats: customers,
    because: 'sign-up attempts, for 90 days',
  },
  { table: 'identity_handle', columns: ['handle'], whats: customers, because: 'who an account belongs to' },
  { table: 'identity_admission', columns: ['handle'], whats: customers, because: 'who may sign up' },
  { table: 'identity_lock', columns: ['subject'], whats: customers, because: 'who may not' },
  { table: 'mailbox_proof', columns: ['email'], whats: customers, because: 'mailboxes that were proved' },
  { table: 'operator_role', columns: ['email'], whats: customers, because: 'operators' },
  { table: 'operator_link', columns: ['email'], whats: customers, because: 'operators' },
  { table: 'operator_session', columns: ['email'], whats: customers, because: 'operators' },
  {
    table: 'web_session',
    columns: ['email', 'name'],
    whats: customers,
    because: 'customers who are signed in',
  },
  { table: 'whatsapp_number', columns: ['number'], whats: customers, because: 'numbers of customers' },
  { table: 'whatsapp_message', columns: ['number'], whats: customers, because: 'numbers of customers' },
];

/** Contacts and secrets in columns that aren't meant to hold them. */
export const strays = (found: readonly Holding[]): Holding[] =>
  found.filter(
    ({ table, name, what }) =>
      !mayHold.some(
        (meant) =>
          meant.table === table && meant.columns.includes(name) && meant.whats.includes(what as What),
      ),
  );

/** Columns of the list that no longer exist. */
export function unknownColumns(existing: readonly { table: string; name: string }[]): string[] {
  const known = new Set(existing.map(({ table, name }) => `${table}.${name}`));
  return mayHold
    .flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`))
    .filter((column) => !known.has(column));
}
