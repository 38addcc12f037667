/**
 * Codes out of a stream of bytes: a scanner ends each with Enter, a tab or whatever it was set to.
 */
import { StringDecoder } from 'node:string_decoder';

/**
 * What ends a code: line ends, a tab, and the control characters that frame codes on serial lines.
 */
const ENDS = /\p{Cc}+/u;
/** No code is this long. What is longer is noise on the line. */
const LONGEST = 256;

export class CodeReader {
  readonly #decoder = new StringDecoder('latin1');
  #rest = '';

  /** The codes that `bytes` completes. */
  read(bytes: Buffer): readonly string[] {
    const parts = (this.#rest + this.#decoder.write(bytes)).split(ENDS);
    this.#rest = (parts.pop() ?? '').slice(-LONGEST);
    return parts.flatMap(codeOf);
  }

  /** The last code of a stream that ended without a final Enter. */
  end(): readonly string[] {
    const rest = this.#rest;
    this.#rest = '';
    return codeOf(rest);
  }
}

const codeOf = (text: string): readonly string[] => {
  const code = text.trim();
  return code === '' ? [] : [code];
};
