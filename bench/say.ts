/** Shows progress. Only the table goes to standard output. */
export function say(words: string): void {
  process.stderr.write(`${words}\n`);
}
