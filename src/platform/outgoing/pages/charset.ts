/** How far to look for a charset declaration in the document (HTML Standard, "prescan a byte stream"). */
const declarationBytesMax = 1024;

/**
 * Decodes text as browsers do: by byte order mark, else by the header's charset, else by the document's own declaration, else
 * as UTF-8 if valid, else as windows-1252. Invalid bytes become U+FFFD.
 */
export function decodeText(body: Uint8Array, contentType: string): string {
  const decoder = byMark(body) ?? byLabel(charsetOf(contentType)) ?? byLabel(declaredIn(body));
  if (decoder) return decoder.decode(body);

  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('windows-1252').decode(body);
  }
}

function byMark([first, second, third]: Uint8Array): TextDecoder | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder('utf-8');
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return null;
}

function byLabel(label: string | undefined): TextDecoder | null {
  if (!label) return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

// Two adjacent `\s*` could split a run of spaces anywhere, which is slow. Hence one part, with limits.
const charsetForm = /charset\s{0,5}=[\s"']{0,5}([\w.:-]{1,40})/i;
const charsetOf = (text: string): string | undefined => charsetForm.exec(text)?.[1];

function declaredIn(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, declarationBytesMax)).toString('latin1');
  const xml = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1];
  const label = xml ?? charsetOf(/<meta\s[^>]*charset[^>]*>/i.exec(start)?.[0] ?? '');
  // If we could read the declaration as ASCII, the document isn't UTF-16, whatever it declares.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label;
}
