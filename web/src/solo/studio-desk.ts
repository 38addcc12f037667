/** The studio as a room asks it: on the line of the page, and with its account. */
import { type HandCommandName, SoloClient } from '../../../src/client/solo-client.js';
import type { DealtHand as WireHand, Played, SoloRules } from '../../../src/protocol/solo.js';
import { type SoloEvents, readEvents } from '../../../src/protocol/solo-events.js';
import type { SoloGame } from '../../../src/solo/game.js';
import { heedRefusal } from '../safety/heed-refusal.js';
import { acted } from '../studio/account-store.js';
import type { Studio } from '../studio/studio.js';
import type { DeskHand, PlayedOrder, SoloDesk, StakeRules } from './desk.js';
import type { Teller } from './hand-view-store.js';
import { notedDeals } from './noted-deals.js';

const clients = new WeakMap<Studio, SoloClient>();

/** One for the page, since the studio lets a line in once. */
const clientOf = (studio: Studio): SoloClient => {
  const known = clients.get(studio);
  if (known !== undefined) return known;
  const made = new SoloClient(studio.client, notedDeals);
  clients.set(studio, made);
  return made;
};

/** `Command` is as the game's commands are on the wire, with their name as `kind`. */
export const deskOf = <Game extends SoloGame, Command extends { readonly kind: string }>(
  studio: Studio,
  game: Game,
): SoloDesk<Command, SoloEvents[Game]> => {
  const client = clientOf(studio);
  const prefix = game.replaceAll('_', '-');
  return {
    open: async () => {
      const reply = await client.open(game);
      if (!reply.ok) return reply;
      return {
        ok: true,
        rules: rulesOf(reply.rules),
        dealt: handOf(game, reply.hand),
        balance: BigInt(reply.balance),
      };
    },
    play: async ({ id, hand, step, command: { kind, ...content } }) => {
      // The room makes commands of its own game only, and the studio reads each by its schema.
      const name = `${prefix}:${kind}` as HandCommandName;
      const reply = await client.play(name, { hand, step, ...content }, id);
      return reply.ok ? playedOf(game, reply) : reply;
    },
    find: async ({ id, hand, step }) => {
      const found = await client.find(id, { hand, step });
      return found && playedOf(game, found);
    },
    onChanged: (listener) =>
      client.onChanged(({ hand, balance }) => {
        if (hand.game !== game) return;
        listener({ dealt: handOf(game, hand), balance: BigInt(balance) });
      }),
    onDiffers: (listener) => client.onDiffers(listener),
  };
};

export const tellerOf = (studio: Studio, game: SoloGame): Teller => ({
  balance: (balance) => studio.tellBalance(balance),
  paid: (from, to) => {
    // A live table may have paid meanwhile.
    if (studio.account.getState().session?.balance === from) studio.tellBalance(to);
    else void studio.readAccount();
  },
  read: () => void studio.readAccount(),
  acted: () => acted(studio.account),
  refused: heedRefusal,
  kept: ({ hand, taken }) => studio.keepHand({ game, hand, taken: taken.toString() }),
  ended: ({ hand, taken }) => void studio.sayEnd({ game, hand, taken: taken.toString() }),
  whenConnected: (listener) => {
    if (studio.line.getState().state === 'connected') listener();
    return studio.line.subscribe(({ state }, before) => {
      if (state === 'connected' && before.state !== 'connected') listener();
    });
  },
});

const handOf = <Game extends SoloGame>(
  game: Game,
  { hand, commitment, seed, cut, opening, events }: WireHand,
): DeskHand<SoloEvents[Game]> => ({
  number: hand,
  commitment,
  seed,
  cut,
  opening,
  events: readEvents[game](events),
});

const playedOf = <Game extends SoloGame>(
  game: Game,
  { hand, balance, next }: Played,
): PlayedOrder<SoloEvents[Game]> => ({
  ok: true,
  dealt: handOf(game, hand),
  balance: BigInt(balance),
  next: next && { number: next.hand, commitment: next.commitment },
});

const rulesOf = ({ version, currency, chips, limits }: SoloRules): StakeRules => ({
  version,
  currency,
  chips: chips.map(BigInt),
  limits: Object.fromEntries(
    Object.entries(limits).map(([spot, { min, max }]) => [
      spot,
      { min: BigInt(min), max: BigInt(max) },
    ]),
  ),
});
