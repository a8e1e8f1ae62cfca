/** Saves a file that the API answered, under the name that it has there. */
export async function saveFile(answer: Response): Promise<void> {
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = nameOf(answer.headers.get('content-disposition'));
  link.click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const nameOf = (disposition: string | null): string =>
  /filename="?([^";]+)/.exec(disposition ?? '')?.[1] ?? 'document.pdf';
