import type { Target } from './columns.ts';

/** Known headers by the program that writes them. A number in a header stands for any number. */
interface Exporter {
  name: string;
  headers: Partial<Record<Target, readonly string[]>>;
}

/**
 * Compared without case, spaces, hyphens and underscores. If several headers of a file mean one text, the one that is listed first
 * is read; emails, phones and links are all read. A company's links and switchboards (`Website`, `Corporate Phone`) are missing on
 * purpose.
 */
const headersOf: Readonly<Record<string, Partial<Record<Target, string>>>> = {
  'plain words': {
    profile_url: `
      Profile URL, Profile link, Profile, LinkedIn URL, LinkedIn profile URL, LinkedIn profile,
      LinkedIn link, LinkedIn
    `,
    full_name: 'Full name, Name, Contact name, Person',
    first_name: 'First name, Given name, Forename',
    middle_name: 'Middle name, Additional name',
    last_name: 'Last name, Surname, Family name',
    email: 'E-mail, E-mails, E-mail address, E-mail 1, Mail, Other e-mail',
    work_email: 'Work e-mail, Business e-mail',
    personal_email: 'Personal e-mail, Private e-mail, Home e-mail',
    company_email: 'Company e-mail, General e-mail',
    phone: `
      Phone, Phones, Phone 1, Phone number, Telephone, Tel, Mobile, Mobile phone,
      Mobile number, Cell, Cell phone, Work phone, Home phone, Direct phone
    `,
    link: 'Link, Links, GitHub, GitHub URL, Personal website, Blog',
    headline: 'Headline, Job title, Position, Title',
    company: 'Company, Company name, Organization, Organisation, Employer',
    location: 'Location',
    city: 'City',
    state: 'State, State/Region, Region, Province',
    country: 'Country, Country code',
  },
  LinkedIn: {
    profile_url: 'URL',
    first_name: 'First Name',
    last_name: 'Last Name',
    email: 'Email Address',
    company: 'Company',
    headline: 'Position',
  },
  'Google Contacts': {
    first_name: 'First Name, Given Name',
    middle_name: 'Middle Name, Additional Name',
    last_name: 'Last Name, Family Name',
    email: 'E-mail 1 - Value',
    email_type: 'E-mail 1 - Label, E-mail 1 - Type',
    phone: 'Phone 1 - Value',
    link: 'Website 1 - Value',
    company: 'Organization Name, Organization 1 - Name',
    headline: 'Organization Title, Organization 1 - Title',
    city: 'Address 1 - City',
    state: 'Address 1 - Region',
    country: 'Address 1 - Country',
  },
  Outlook: {
    email: 'E-mail Address, E-mail 2 Address',
    phone: `
      Business Phone, Business Phone 2, Home Phone, Home Phone 2, Mobile Phone, Primary Phone,
      Other Phone, Car Phone
    `,
    link: 'Web Page, Personal Web Page',
    headline: 'Job Title',
    city: 'Business City, Home City',
    state: 'Business State, Home State',
    country: 'Business Country/Region, Home Country/Region',
  },
  HubSpot: {
    profile_url: 'LinkedIn URL',
    email: 'Email, Additional email addresses',
    phone: 'Phone Number, Mobile Phone Number',
    company: 'Company Name, Associated Company',
    country: 'Country/Region',
  },
  Apollo: {
    profile_url: 'Person LinkedIn URL',
    email: 'Email, Secondary Email, Tertiary Email',
    email_status: 'Email Status',
    phone: 'Work Direct Phone, Home Phone, Mobile Phone, Other Phone',
    headline: 'Title',
    city: 'City',
    state: 'State',
    country: 'Country',
  },
  Salesforce: {
    profile_url: 'LinkedIn__c, LinkedIn_URL__c, LinkedIn_Profile__c',
    phone: 'Phone, Mobile, MobilePhone, HomePhone, OtherPhone',
    company: 'Account Name',
    city: 'Mailing City, MailingCity',
    state: 'Mailing State/Province, Mailing State, MailingState',
    country: 'Mailing Country, MailingCountry',
  },
  Lusha: {
    profile_url: 'LinkedIn URL, LinkedIn Profile',
    work_email: 'Work Email, Business Email',
    personal_email: 'Private Email',
    phone: 'Direct Phone, Mobile Phone, Phone 1',
    country: 'Contact Country',
  },
  ContactOut: {
    profile_url: 'LinkedIn Profile URL, LinkedIn URL, Profile URL',
    work_email: 'Work Email, Work Email 1',
    personal_email: 'Personal Email, Personal Email 1',
    phone: 'Phone, Phone 1',
    link: 'GitHub',
  },
};

export const knownHeaders: readonly Exporter[] = Object.entries(headersOf).map(([name, lists]) => ({
  name,
  headers: Object.fromEntries(
    Object.entries(lists).map(([target, list]) => [target, list.trim().split(/,\s+/)]),
  ),
}));
