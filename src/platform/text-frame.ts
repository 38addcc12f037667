/** A text as a server sends it over a websocket (RFC 6455, 5.2): whole, and not masked. */

const FINAL_TEXT = 0x81;
/** A length up to the first stands in one byte, up to the second in two more. */
const SHORT_MAX = 125;
const MIDDLE_MAX = 65_535;

export const frameOfText = (text: string): Buffer => {
  const length = Buffer.byteLength(text);
  const start = length <= SHORT_MAX ? 2 : length <= MIDDLE_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL_TEXT;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start);
  return frame;
};
