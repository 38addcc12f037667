import type { PinoLogger } from 'nestjs-pino';
import { expect, it } from 'vitest';
import type { Approval } from '../../protocol/approval.js';
import type { Tables } from '../../table/tables.service.js';
import { PastShoes } from '../approval/past-shoes.service.js';
import type { ApprovalStore } from '../approval/store.js';
import { TableApprovals } from './table-approvals.service.js';

const approved = (id: string, table: string): Approval =>
  ({ id, table, game: id, kind: 'resettle', decidedBy: 'Sven' }) as unknown as Approval;

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('one request after the other is looked at by each table, also where one has failed', async () => {
  const read: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const store = {
    readRound: (game: string) => {
      read.push(game);
      return new Promise<undefined>((resolve, reject) =>
        ends.set(game, { resolve: () => resolve(undefined), reject }),
      );
    },
  } as unknown as ApprovalStore;
  const tables = { find: () => ({}) } as unknown as Tables;
  const log = { warn: () => undefined } as unknown as PinoLogger;
  const approvals = new TableApprovals(store, tables, new PastShoes(store), log);

  const first = approvals.perform(approved('1', 'pb-1'));
  const second = approvals.perform(approved('2', 'pb-1'));
  const third = approvals.perform(approved('3', 'pb-1'));
  const elsewhere = approvals.perform(approved('4', 'pb-2'));
  await settled();
  expect(read).toEqual(['1', '4']);
  ends.get('1')!.reject(new Error('the line was cut'));
  await expect(first).rejects.toThrow('the line was cut');
  await settled();
  expect(read).toEqual(['1', '4', '2']);
  ends.get('2')!.resolve();
  expect(await second).toBe('unknown_round');
  await settled();
  expect(read).toEqual(['1', '4', '2', '3']);
  for (const id of ['3', '4']) ends.get(id)!.resolve();
  expect(await Promise.all([third, elsewhere])).toEqual(['unknown_round', 'unknown_round']);
});
