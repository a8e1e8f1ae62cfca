import { useAnswer } from '#web/shared/answers/use-answer.ts';

/** The address of the API, which programs call. Undefined until it is known. */
export function useApiUrl(): string | undefined {
  const { value, error } = useAnswer('GET /.well-known/mcp.json');
  if (value) return value.url.replace(/\/mcp$/, '');
  return error === undefined ? undefined : location.origin;
}
