import { describe, expect, it } from 'vitest';
import { ReportReader } from './report-reader.service.js';

describe('the reader of reports', () => {
  it('lets a person read one thing at a time, however it ends, and other people beside', async () => {
    const room = new ReportReader();
    let end: (fails: boolean) => void = () => undefined;
    const long = () =>
      room.read(
        'Mara',
        () =>
          new Promise<string>((resolve, reject) => {
            end = (fails) => (fails ? reject(new Error('no answer')) : resolve('read'));
          }),
      );
    for (const fails of [false, true]) {
      const reading = long();
      await expect(room.read('Mara', async () => 'more')).rejects.toMatchObject({
        status: 429,
        response: { error: 'too_many_messages' },
      });
      await expect(room.read('Aldo', async () => 'more')).resolves.toBe('more');
      end(fails);
      await (fails
        ? expect(reading).rejects.toThrow('no answer')
        : expect(reading).resolves.toBe('read'));
    }
    await expect(room.read('Mara', async () => 'more')).resolves.toBe('more');
  });
});
