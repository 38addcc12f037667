import { expect, it } from 'vitest';
import type { WallTable } from '../../protocol/wall.js';
import { DEFAULT_SETTINGS } from '../../round/settings.js';
import { Wall } from './wall.service.js';

type Needs = ConstructorParameters<typeof Wall>;

it('sends a table again that came back to what it was, where somebody was shown it meanwhile', () => {
  let incidents = 0;
  let publish = (): unknown => undefined;
  const sent: number[] = [];
  const tables = {
    known: [{ id: 'pb-1', settings: DEFAULT_SETTINGS }],
    find: () => 'table_is_moving',
  };
  const news = {
    of: () => ({ placed: { bets: 0, exposure: null }, progress: undefined, stalled: null }),
    stillOf: () => null,
  };
  const pitBroadcast = {
    isHeard: true,
    isDeskFollowed: () => false,
    table: (shown: WallTable) => void sent.push(shown.incidents),
  };
  const poller = { poll: ({ look }: { look: () => unknown }) => void (publish = look) };
  const needs: unknown = [tables, news, { countAt: () => incidents }, pitBroadcast, poller];
  const wall = new Wall(...(needs as Needs));

  expect(wall.look()).toMatchObject([{ incidents: 0 }]);
  publish();
  expect(sent).toEqual([]);
  incidents = 1;
  expect(wall.look(), 'for another one').toMatchObject([{ incidents: 1 }]);
  incidents = 0;
  publish();
  expect(sent).toEqual([0]);
});
