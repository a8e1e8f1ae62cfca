import { keepWantedJob, wantedFile } from '#web/app/parts/buying/wanted-job.ts';
import type { ChosenFile, HowToRead } from './use-file-reading.ts';

/** A chosen file, and how its reader wants it read. */
export interface KeptFile {
  file: ChosenFile;
  how: HowToRead;
}

/** Keeps a file for the time of a purchase. False where it is too large for that. */
export async function keepFile({ file, how }: KeptFile, credits: number): Promise<boolean> {
  const { name, pasted } = file;
  const bytes = new Uint8Array(await file.content.arrayBuffer());
  let content = '';
  for (let at = 0; at < bytes.length; at += chunk)
    content += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return keepWantedJob({ name, credits }, JSON.stringify({ name, pasted, how, content }));
}

/** As many arguments as a call takes anywhere. */
const chunk = 8192;

/** The file that was kept, if there is one. */
export function keptFile(): KeptFile | null {
  const text = wantedFile();
  if (text === null) return null;
  const { name, pasted, how, content } = JSON.parse(text);
  const bytes = Uint8Array.from(content as string, (letter) => letter.charCodeAt(0));
  return { file: { name, content: new Blob([bytes]), pasted }, how };
}
