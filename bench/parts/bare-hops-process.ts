/** The other process of bare-hops.ts: it sends each line back. */
import { Redis } from 'ioredis';
import { sendLine, takeLines } from './bare-stream.js';

const url = process.argv[2]!;
const [writer, reader] = [new Redis(url), new Redis(url)];
process.once('disconnect', () => process.exit(0));
const taking = takeLines(
  reader,
  'bare:there',
  () => false,
  (line) => sendLine(writer, 'bare:back', line),
);
process.send!('ready');
await taking;
