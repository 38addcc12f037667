/** Shift notes: open until a shift manager ticks them off, and kept as they were written. */
import { beforeAll, expect, it } from 'vitest';
import type { ShiftNotes } from '../../src/protocol/shift-notes.js';
import { asSuperuser } from '../kit/superuser.js';
import { useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({
  env: { REQUESTS_PER_SECOND: '1000', REQUESTS_AT_ONCE: '1000' },
});
let studio: Studio;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  studio = await testbed.start();
  for (const id of ['Mona', 'Max']) {
    tokens[id] = await testbed.employ({ id, role: 'shift_manager' });
  }
  await testbed.employ({ id: 'Dora', role: 'dealer' });
});

const ask = async (who: string, method: string, path: string, body?: object) => {
  const answer = await fetch(`${studio.url}/pit/notes${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[who]}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as unknown) };
};
const notes = async (query = '') => ((await ask('Max', 'GET', query)).body as ShiftNotes).notes;

it('one shift writes them, the next ticks them off, and a period has them later', async () => {
  const text = 'Table 2: the scanner reads the six of hearts badly';
  expect(await ask('Mona', 'POST', '', { text })).toEqual({ status: 200, body: {} });
  await ask('Mona', 'POST', '', { text: 'Order cards' });
  const [second, first] = await notes();
  expect(first).toMatchObject({ text, writtenBy: 'Mona', doneBy: null, doneAtMs: null });
  expect(second).toMatchObject({ text: 'Order cards' });
  const { id, writtenAtMs } = first!;
  const during = `?fromMs=${writtenAtMs}&toMs=${writtenAtMs + 1}`;
  expect((await ask('Max', 'POST', `/${id}/done`, {})).status).toBe(200);
  expect((await notes()).map((note) => note.id)).toEqual([second!.id]);
  expect(await notes(during)).toMatchObject([{ id: second!.id }, { id, doneBy: 'Max' }]);
  expect(await notes('?fromMs=0&toMs=1')).toHaveLength(1);

  const again = await ask('Mona', 'POST', `/${id}/done`, {});
  expect(again).toEqual({ status: 409, body: { error: 'note_is_done' } });
  const other = await ask('Mona', 'POST', '/999999/done', {});
  expect(other).toEqual({ status: 404, body: { error: 'unknown_note' } });
  const { rows } = await testbed.pool.query(
    `select staff_id, operation from staff_actions where subject = $1 and operation like 'notes:%'
      order by seq`,
    [id],
  );
  expect(rows).toEqual([
    { staff_id: 'Mona', operation: 'notes:write' },
    { staff_id: 'Max', operation: 'notes:done' },
  ]);
});

it('the database keeps them as they were written, by shift managers alone', async () => {
  await ask('Mona', 'POST', '', { text: 'Call the engineer' });
  for (const change of [
    `insert into shift_notes (text, written_by) values ('a note', 'Dora')`,
    `update shift_notes set done_by = 'Dora' where done_by is null`,
    `update shift_notes set done_by = 'Mona' where done_by = 'Max'`,
    `update shift_notes set text = 'another'`,
    'delete from shift_notes',
  ]) {
    await asSuperuser(testbed.database, async (owner) => {
      await expect(owner.query(change), change).rejects.toMatchObject({ code: '23001' });
    });
  }
});
