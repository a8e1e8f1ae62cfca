import { MockAgent } from 'undici';

/** The answer of an address on the Internet. */
interface Answered {
  status?: number;
  body?: string | object;
  headers?: Record<string, string>;
}

/** In place of the Internet: each address answers so, as often as it is asked. `asked` lists the requests. */
export function documentsAt(answers: Readonly<Record<string, Answered>>) {
  const network = new MockAgent();
  network.disableNetConnect();
  const asked: string[] = [];
  for (const [address, { status = 200, body = '', headers = {} }] of Object.entries(answers)) {
    const { origin, pathname, search } = new URL(address);
    network
      .get(origin)
      .intercept({ path: pathname + search })
      .reply(() => {
        asked.push(address);
        return {
          statusCode: status,
          data: typeof body === 'string' ? body : JSON.stringify(body),
          responseOptions: { headers: { 'content-type': 'application/json', ...headers } },
        };
      })
      .persist();
  }
  return { network, asked };
}
