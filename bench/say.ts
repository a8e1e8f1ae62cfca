/** Tells the person who waits how far the bench is. The table alone goes to standard output. */
export function say(words: string): void {
  process.stderr.write(`${words}\n`);
}
