/** A collector for tests: takes OTLP over HTTP, and reads it by the messages in otlp.proto. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import protobuf from 'protobufjs';

protobuf.Reader.discardUnknown = false;
const root = await new protobuf.Root().load(`${import.meta.dirname}/otlp.proto`);
const requests = {
  '/v1/traces': root.lookupType('TraceRequest'),
  '/v1/metrics': root.lookupType('MetricsRequest'),
};

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: string;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  hasFailed: boolean;
}

type Keyed = { key: string; value: Record<string, unknown> }[];
const attributesIn = (list: Keyed = []) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

const hexOf = (base64: string) => Buffer.from(base64, 'base64').toString('hex');

// biome-ignore lint/suspicious/noExplicitAny: the tree of a decoded message
function spansIn(request: any): ReceivedSpan[] {
  // biome-ignore lint/suspicious/noExplicitAny: the tree of a decoded message
  const spans: any[] = request.resourceSpans.flatMap((one: any) =>
    // biome-ignore lint/suspicious/noExplicitAny: the tree of a decoded message
    one.scopeSpans.flatMap((scope: any) => scope.spans),
  );
  return spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, links, status }) => ({
    traceId: hexOf(traceId),
    spanId: hexOf(spanId),
    parentSpanId: hexOf(parentSpanId ?? ''),
    name,
    kind,
    attributes: attributesIn(attributes),
    links: (links ?? []).map((link: { traceId: string; spanId: string }) => ({
      traceId: hexOf(link.traceId),
      spanId: hexOf(link.spanId),
    })),
    hasFailed: status?.code === 'STATUS_CODE_ERROR',
  }));
}

/** Whether the definition lacks a member that was sent. */
const hasUnknown = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  !Buffer.isBuffer(message) &&
  ('$unknowns' in message || Object.values(message).some(hasUnknown));

/** `answer` is the status of its answers; null leaves them unanswered. */
export async function openReceiver({ answer = 200 as number | null } = {}) {
  // biome-ignore lint/suspicious/noExplicitAny: the tree of a decoded message
  const received = { spans: [] as ReceivedSpan[], metrics: [] as any[], headers: [] as object[], text: '' };
  const state = { answer };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const type = requests[request.url as keyof typeof requests];
    assert.equal(request.headers['content-type'], 'application/x-protobuf');
    const message = type.decode(body);
    assert.ok(!hasUnknown(message));
    const content = type.toObject(message, { longs: Number, enums: String, bytes: String });
    if (state.answer === 200) {
      received.headers.push(request.headers);
      received.text += JSON.stringify(content);
      if (request.url === '/v1/traces') received.spans.push(...spansIn(content));
      else received.metrics.push(content);
    }
    if (state.answer !== null) response.writeHead(state.answer).end();
  });
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    state,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
