/**
 * The lines of a stream of UTF-8. Only a line feed ends one: Node's `readline` ends it at a line or
 * paragraph separator (U+2028, U+2029) as well, which JSON may hold as they are.
 */

/** No more is kept than the line that is not over. */
export async function* textLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let begun: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.decode(chunk, { stream: true }).split('\n');
    begun.push(first);
    for (const next of others) {
      yield begun.join('');
      begun = [next];
    }
  }
  const last = begun.join('') + decoder.decode();
  if (last !== '') yield last;
}
