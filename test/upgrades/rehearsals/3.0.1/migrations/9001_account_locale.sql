-- The language in which an account gets its mails. The release before writes accounts without it.
alter table account add column locale text not null default 'en';
