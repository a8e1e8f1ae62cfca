-- Of a mail to a person who has no account: an answer to a request about their data.
alter table account_mail alter column account drop not null;
