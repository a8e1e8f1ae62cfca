import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Whether a caller prefers a page: it names HTML, and doesn't like JSON better (RFC 9110 §12.5.1). Programs accept anything, or JSON. */
export function prefersPage(accept = ''): boolean {
  const { html, json } = weightsIn(accept);
  return html > 0 && html >= json;
}

/** Where callers that accept anything get the page. */
export function prefersJson(accept = ''): boolean {
  const { html, json } = weightsIn(accept);
  return json > html;
}

function weightsIn(accept: string): { html: number; json: number } {
  const weights = new Map(
    accept.split(',').map((one) => {
      const [type = '', ...parameters] = one.toLowerCase().split(';');
      const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return [type.trim(), weight === undefined ? 1 : Number(weight)];
    }),
  );
  return { html: weights.get('text/html') ?? 0, json: weights.get('application/json') ?? 0 };
}

/** A route for callers who prefer a page, beside the one for programs at the same address. */
export const forPages = { constraints: { form: 'page' } } as const;

export function tellPagesApart(server: FastifyInstance): void {
  server.addConstraintStrategy({
    name: 'form',
    storage() {
      const handlers = new Map<unknown, never>();
      return {
        get: (form) => handlers.get(form) ?? null,
        set: (form, handler) => handlers.set(form, handler as never),
      };
    },
    deriveConstraint: ({ headers }: IncomingMessage) => (prefersPage(headers.accept) ? 'page' : undefined),
    mustMatchWhenDerived: false,
  });
}
