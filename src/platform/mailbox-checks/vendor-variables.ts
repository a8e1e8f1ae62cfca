import { text, url, variable } from '#core/environment.ts';

export const vendorKey = (doc: string) => variable(doc, '', text, '');

export const vendorUrl = (doc: string, own: string) => variable(doc, own, url('http:', 'https:'), own);
