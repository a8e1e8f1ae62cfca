import type { FastifyRequest } from 'fastify';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import type { Manifest } from '#core/domain.ts';
import type { Config } from '#core/environment.ts';
import type { Look } from '../html-document.ts';

/** Mails that were kept instead of sent. */
export interface KeptMails {
  mails(): readonly { id: string; to: string; subject: string; text: string; html: string; sentAt: Date }[];
}

/** Options of the pages, which reach data only through the API. */
export interface WebOptions {
  manifest: Manifest;
  config: Config;
  /** The API's secrets. Without the admin secret there is no console. */
  secrets: { internal: string; admin: string };
  /** Where the API is. */
  apiUrl(): string;
  /** Where this process listens. */
  ownUrl(): string;
  publicUrl(): string;
  look(): Promise<Look>;
  log: Log;
  clock: Clock;
  /** The address of the person's browser. */
  addressOf(request: FastifyRequest): string;
  /** Lets the body of a request take as long as it needs. */
  liftDeadline(request: FastifyRequest): void;
  /** Null: mails are sent, or not shown. */
  mailOutbox: KeptMails | null;
}
