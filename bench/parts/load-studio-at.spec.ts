import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { seatsAt } from './load-studio-at.js';

it('two loads at one demo play under different names', async () => {
  const names: string[] = [];
  const demo = createServer((request, response) => {
    void text(request).then((body) => {
      if (body !== '') names.push((JSON.parse(body) as { name: string }).name);
      response.end(JSON.stringify(body === '' ? [{ table: 'pb-1' }] : { token: 't', id: 'p' }));
    });
  });
  await new Promise<void>((resolve) => demo.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(demo.address() as AddressInfo).port}`;
  try {
    await seatsAt(url, 3, 1);
    await seatsAt(url, 3, 1);
    expect(new Set(names).size).toBe(6);
  } finally {
    demo.close();
  }
});
