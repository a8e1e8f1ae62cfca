import type { Manifest } from '#core/domain.ts';
import { doorName, pathForm } from '#core/door.ts';
import { Failure } from '#core/failure.ts';

/** A 405 with `Allow` if the path exists for other methods, else a 404. */
export function notFound(manifest: Manifest) {
  const doors = manifest.operations.flatMap((declared) => declared.doors);
  const known = new Map(doors.map((door) => [doorName(door), { door, form: pathForm(door.path) }]));
  return (request: { url: string; method: string }) => {
    const path = request.url.split('?')[0]!;
    const methods = new Set(
      [...known.values()].filter(({ form }) => form.test(path)).map(({ door }) => door.method),
    );
    if (methods.size === 0) throw new Failure('not_found', { detail: 'Nothing exists at this address.' });
    throw new Failure('method_not_allowed', { headers: { Allow: [...methods].join(', ') } });
  };
}
