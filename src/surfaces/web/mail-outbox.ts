import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html, listed } from '#core/answers/page-view.ts';
import { Failure } from '#core/failure.ts';
import { openedFeatures } from '#core/machine/development.ts';
import { sendPage } from './document.ts';
import { isFromThisMachine } from './origin.ts';
import type { KeptMails, WebOptions } from './web-options.ts';

const path = '/dev/mails';

/** In development: the mails that would have been sent, as a page for browsers on this machine. */
export function addMailOutbox(server: FastifyInstance, options: WebOptions, outbox: KeptMails): void {
  const isForAll = openedFeatures(options.config).includes('MAIL_OUTBOX');
  const refuseOthers = (request: FastifyRequest) => {
    if (!isForAll && !isFromThisMachine(request))
      throw new Failure('not_found', {
        detail: 'Mails are shown to browsers on the machine of the service.',
      });
  };

  server.get(path, async (request, reply) => {
    refuseOthers(request);
    const mails = outbox.mails();
    return sendPage(reply, options, {
      title: 'Mails',
      main: html`<h1>Mails</h1>
<p>The last 100 mails since the start. They were not sent: neither SMTP_URL nor MAIL_WEBHOOK_URL is set.</p>
${mails.length === 0 ? html`<p>No mails yet.</p>` : null}
${listed(
  mails.map(
    ({ id, to, subject, text, sentAt }) => html`<details><summary>${subject}, to ${to}</summary>
<p class="hint">${sentAt.toISOString()} · <a href="${path}/${id}">As HTML</a></p>
<pre>${text}</pre>
</details>
`,
  ),
)}`,
    });
  });

  server.get<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    refuseOthers(request);
    const mail = outbox.mails().find(({ id }) => id === request.params.id);
    if (!mail) throw new Failure('not_found', { detail: 'No such mail. Only the last 100 are kept.' });
    return reply.headers(mailHeaders).send(mail.html);
  });
}

/** A mail's styles are in its elements. It loads nothing and runs nothing. */
const mailHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
