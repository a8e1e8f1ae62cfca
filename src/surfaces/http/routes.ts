import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BodyForm, bodiesOf, type Door } from '#core/access.ts';
import type { Catalogue } from '#core/catalogue.ts';
import type { RequestFacts } from '#core/context.ts';
import { Failure, ValidationFailure } from '#core/failure.ts';
import type { Operation } from '#core/operation.ts';
import { inputReader } from '#core/read-input.ts';
import { type Kernel, runOperation } from '#core/run-operation.ts';
import { callerAddress } from './caller-address.ts';
import { pageRequest, sendPage } from './page-answer.ts';
import { parseForm } from './parse-form.ts';
import { parseJson } from './parse-json.ts';

const bodyBytesMax = 1024 * 1024;

/** One route a door. Nothing is decided here: a request becomes a call, and the answer is put on the wire. */
export function addRoutes(
  server: FastifyInstance,
  { catalogue, kernel, publicUrl }: { catalogue: Catalogue; kernel: Kernel; publicUrl: () => string },
): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      done(null, jsonBody(request.routeOptions.config as { door?: Door }, bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  server.addContentTypeParser(/^.*$/, (request, payload, done) => {
    const { door } = request.routeOptions.config as { door?: Door };
    readBody(door, request, payload).then((body) => done(null, body), done);
  });
  for (const declared of catalogue.operations) {
    for (const door of declared.doors) addRoute(server, { kernel, publicUrl }, declared, door);
  }
}

function addRoute(
  server: FastifyInstance,
  { kernel, publicUrl }: { kernel: Kernel; publicUrl: () => string },
  declared: Operation,
  door: Door,
): void {
  const readInput = inputReader(declared, door);
  const contentType = declared.contentType ?? 'application/json; charset=utf-8';
  server.route({
    method: door.method,
    url: door.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: door.bodyBytesMax ?? bodyBytesMax,
    config: { door },
    handler: async (request, reply) => {
      const answer = await runOperation(kernel, declared, readInput, requestFacts(door, request, reply), {
        path: request.params as Record<string, string>,
        query: request.query as Record<string, unknown>,
        body: request.body,
      });
      reply.code(answer.status).headers(answer.headers);
      if (door.page) return sendPage(reply, door.page.answer(answer.body, pageRequest(request, publicUrl())));
      reply.header('content-type', contentType);
      return answer.json ?? (typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    },
  });
}

function requestFacts(door: Door, request: FastifyRequest, reply: FastifyReply): RequestFacts {
  const headers = request.headers as Record<string, string | undefined>;
  return {
    id: request.id,
    door,
    address: callerAddress(request),
    headers,
    idempotencyKey: idempotencyKey(headers['idempotency-key']),
    get signal() {
      return abortedWith(reply.raw);
    },
    body: door.bodies ? (request.body as Readable | Buffer | null) : null,
    contentType: mediaType(request),
  };
}

/** Aborts when the caller hangs up before the answer is out. Made only for operations that look at it. */
function abortedWith(response: FastifyReply['raw']): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

function idempotencyKey(given: string | undefined): string | null {
  if (given === undefined) return null;
  if (given.length >= 1 && given.length <= 255 && !given.includes('\0')) return given;
  throw new ValidationFailure([
    {
      loc: ['header', 'idempotency-key'],
      msg: 'String should have 1 to 255 characters',
      type: 'value_error',
    },
  ]);
}

const mediaType = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();

function jsonBody({ door }: { door?: Door }, bytes: Buffer): unknown {
  const form = bodiesOf(door)['application/json'];
  if (!form) throw wrongType(bodiesOf(door), 'application/json');
  return form === 'json' ? parseJson(bytes) : bytes;
}

const wrongType = (forms: Readonly<Record<string, BodyForm>>, type: string) =>
  new Failure('unsupported_media_type', {
    detail: `A body of type '${type}' is not taken here. Send ${Object.keys(forms).join(' or ')}.`,
  });

async function readBody(
  door: Door | undefined,
  request: FastifyRequest,
  payload: IncomingMessage,
): Promise<unknown> {
  if (!door) return undefined;
  const forms = bodiesOf(door);
  const type = mediaType(request);
  const form =
    forms[type] ??
    forms['*'] ??
    (type === '' || type.endsWith('+json') ? forms['application/json'] : undefined);
  if (!form) {
    payload.resume();
    throw wrongType(forms, type);
  }
  if (form === 'stream') return payload;
  const bytes = await collect(payload, door.bodyBytesMax ?? bodyBytesMax);
  if (form === 'form') return parseForm(bytes);
  return form === 'raw' ? bytes : parseJson(bytes);
}

async function collect(payload: Readable, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of payload) {
    bytes += (chunk as Buffer).length;
    if (bytes > limitBytes) {
      payload.resume();
      throw new Failure('body_too_large', {
        detail: `The body has more than ${limitBytes} bytes.`,
        members: { limit_bytes: limitBytes },
      });
    }
    chunks.push(chunk as Buffer);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}
