/** The limit of one answer. A page of a list is far smaller. An endless answer must not fill the memory. */
const bytesMax = 64 * 1024 * 1024;

export const isJson = ({ headers }: Response): boolean =>
  /^application\/([\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');

/** The JSON of an answer. Fails with a `RangeError` if it is larger than 64 MiB. */
export async function readJson({ body }: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let bytes = 0;
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return JSON.parse(text + decoder.decode());
    bytes += value.length;
    if (bytes > bytesMax) {
      await reader!.cancel().catch(() => {});
      throw new RangeError(`The answer is larger than ${bytesMax} bytes.`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
