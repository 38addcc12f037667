/**
 * Says that a hand went on without its player: in their room of the game, and wherever else in the
 * studio they are.
 */
import type { Server } from 'socket.io';
import type { PlayerHand } from '../protocol/player.js';
import type { SoloMessage } from '../protocol/solo.js';
import { playerRoom } from '../table/broadcast.js';

export const publishChangedHand = (
  sockets: Server,
  playerId: string,
  changed: SoloMessage<'hand:changed'>,
): void => {
  const { hand, balance, reason } = changed;
  const { taken, paid } = hand.view;
  const said: PlayerHand = { game: hand.game, hand: hand.hand, reason, taken, paid, balance };
  const room = playerRoom(playerId);
  sockets.of('/solo').to(room).emit('hand:changed', changed);
  sockets.of('/player').to(room).emit('player:hand', said);
};
