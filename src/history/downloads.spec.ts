import { PassThrough } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { Downloads } from './downloads.js';

const closed = (stream: PassThrough): Promise<void> =>
  new Promise((resolve) => stream.once('close', resolve));

describe('a player’s downloads', () => {
  it.each(['sent', 'broken off'])('come one at a time: the next when it is %s', async (end) => {
    const downloads = new Downloads();
    const stream = new PassThrough();
    const file = await downloads.begin('7', () => new StreamableFile(stream));
    expect(file.getStream()).toBe(stream);
    const another = () => downloads.begin('7', () => new StreamableFile(new PassThrough()));
    await expect(another()).rejects.toMatchObject({
      status: 429,
      response: { error: 'too_many_messages' },
    });
    await expect(
      downloads.begin('8', () => new StreamableFile(new PassThrough())),
    ).resolves.toBeInstanceOf(StreamableFile);

    const hasClosed = closed(stream);
    if (end === 'sent') stream.resume().end('all of it');
    else stream.destroy();
    await hasClosed;
    await expect(another()).resolves.toBeInstanceOf(StreamableFile);
  });

  it('that cannot begin block no other', async () => {
    const downloads = new Downloads();
    const fails = () => Promise.reject(new Error('no answer'));
    await expect(downloads.begin('7', fails)).rejects.toThrow('no answer');
    await expect(downloads.begin('7', fails)).rejects.toThrow('no answer');
  });
});
