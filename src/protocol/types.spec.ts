import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { BetRefusal, RoundRefusal } from '../round/refusal.js';
import type { TableSettings } from '../round/settings.js';
import type { TableSnapshot } from '../round/snapshot.js';
import type { EventKind } from '../round/event.js';
import type { ResultMessage } from '../round/coup-result.js';
import type { ViewedEvent as Viewed } from '../round/view.js';
import type { ReplyOf, RequestOf } from './command.js';
import type { Json } from './wire.js';
import { type DealerCommands } from './dealer.js';
import type { AnyRefusal } from '../documentation/meanings.js';
import type { PlayerCommands } from './player.js';
import { BET_REFUSALS, DESK_REFUSALS } from './refusals.js';
import type {
  TableMessage,
  TableMessageKind,
  TableSnapshotMessage,
  result,
  tableSettings,
} from './table.js';

type Header = Pick<TableMessage, 'table' | 'seq' | 'prev' | 'atMs'>;
type Sent<M> = M extends unknown ? Json<M & Header> : never;

describe('the schemas', () => {
  it('have the types of the domain', () => {
    expectTypeOf<Json<TableSnapshotMessage>>().toEqualTypeOf<Json<TableSnapshot>>();
    expectTypeOf<Json<z.infer<typeof tableSettings>>>().toEqualTypeOf<Json<TableSettings>>();
    expectTypeOf<Json<z.infer<typeof result>>>().toEqualTypeOf<Json<ResultMessage>>();
    expect.assertions(0);
  });

  it('take every message that a view makes, and know no other kind', () => {
    expectTypeOf<Sent<Viewed>>().toExtend<Json<TableMessage>>();
    expectTypeOf<TableMessageKind>().toEqualTypeOf<EventKind>();
    expect.assertions(0);
  });

  it('of commands know their fields', () => {
    type Place = RequestOf<PlayerCommands['bet:place']>;
    expectTypeOf<keyof Place>().toEqualTypeOf<'table' | 'game' | 'betId' | 'spot' | 'amount'>();
    expectTypeOf<keyof RequestOf<PlayerCommands['bet:undo']>>().toEqualTypeOf<
      'table' | 'game' | 'betId'
    >();
    expectTypeOf<{ ok: true }>().toExtend<ReplyOf<PlayerCommands['table:leave']>>();
    expectTypeOf<{ ok: true; seq: number }>().toExtend<ReplyOf<DealerCommands['table:open']>>();
    expectTypeOf<{ ok: true }>().not.toExtend<ReplyOf<DealerCommands['table:open']>>();
    expect.assertions(0);
  });
});

describe('the lists of refusals', () => {
  it('contain all that the machine refuses a bet and the desk with', () => {
    expectTypeOf<BetRefusal>().toExtend<(typeof BET_REFUSALS)[number]>();
    expectTypeOf<RoundRefusal>().toExtend<(typeof DESK_REFUSALS)[number]>();
    expectTypeOf<AnyRefusal>().not.toEqualTypeOf<string>();
    expect(DESK_REFUSALS).toContain('card_not_due');
  });
});
