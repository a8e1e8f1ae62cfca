import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface WebhookCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An operator's mail sender. Accepts every mail, or refuses it with `status`. */
export interface MailWebhook extends AsyncDisposable {
  url: string;
  secret: string;
  status: number;
  calls: WebhookCall[];
}

export async function openMailWebhook(): Promise<MailWebhook> {
  const server = createServer(async (request, response) => {
    const { url = '', headers } = request;
    webhook.calls.push({ path: url, headers, body: await text(request) });
    response.writeHead(webhook.status).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const webhook: MailWebhook = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mails?of=contactry`,
    secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    status: 202,
    calls: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return webhook;
}
