/** The sources' port, as this domain uses it. */

export type { Charge, Found, Outcome, Price } from '#platform/contact-sources/source/outcome.ts';
export type { SourceEmail, SourceLink, SourcePhone } from '#platform/contact-sources/source/seen-values.ts';
export type {
  Field,
  KnownLink,
  Source,
  SourceContext,
  SourceDescription,
  SourceRequest,
} from '#platform/contact-sources/source/source.ts';
export type { Validators } from '#platform/contact-sources/source/validators.ts';
