/**
 * Says that a hand went on without its player: in their room of the game, and wherever else in the
 * studio they are. The process that changed it says so at once, every other one as soon as the
 * database has given notice of it. The same process says it once.
 */
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import type { Server } from 'socket.io';
import { HANDS_POOL } from '../platform/database.js';
import { Notices } from '../platform/notices.service.js';
import { SOCKETS } from '../platform/sockets.js';
import { atShutdown } from '../platform/within.js';
import type { PlayerHand } from '../protocol/player.js';
import type { SoloMessage } from '../protocol/solo.js';
import { playerRoom } from '../table/broadcast.js';
import { SOLO_ROOMS } from './games.js';
import { type ChangedHand, readChangedHands } from './hand-rows.js';

type Reason = PlayerHand['reason'];

interface Change {
  readonly hand: string;
  readonly reason: Reason;
}

/** Hands that are read at once. */
const AT_ONCE = 100;
/** Changes that may wait to be read, and that are remembered as said. */
const WAITING_MAX = 10_000;
const SAID_MAX = 10_000;

@Injectable()
export class ChangedHands implements OnModuleDestroy {
  #waiting: Change[] = [];
  readonly #said = new Set<string>();
  #saying: Promise<void> | undefined;

  constructor(
    @Inject(HANDS_POOL) private readonly pool: Pick<pg.Pool, 'query'>,
    @Inject(SOCKETS) private readonly sockets: Server,
    @Inject(Notices) notices: Pick<Notices, 'onNotice'>,
    @InjectPinoLogger('hands') private readonly logger: PinoLogger,
  ) {
    notices.onNotice('hand_voided', (hand) => this.say(hand, 'voided'));
    notices.onNotice('hand_abandoned', (hand) => this.say(hand, 'house_played'));
  }

  onModuleDestroy(): Promise<void> {
    this.#waiting = [];
    return atShutdown(this.#saying ?? Promise.resolve());
  }

  /**
   * Nobody waits for it: whoever does not hear it sees the hand as it is when the game is opened.
   */
  say(hand: string, reason: Reason): void {
    const key = keyOf({ hand, reason });
    if (this.#said.has(key) || this.#waiting.length >= WAITING_MAX) return;
    this.#said.add(key);
    if (this.#said.size > SAID_MAX) {
      for (const oldest of this.#said) {
        this.#said.delete(oldest);
        break;
      }
    }
    this.#waiting.push({ hand, reason });
    this.#saying ??= this.#sayAll();
  }

  async #sayAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const changes = this.#waiting.splice(0, AT_ONCE);
      try {
        await this.#sayThese(changes);
      } catch (error) {
        for (const change of changes) this.#said.delete(keyOf(change));
        this.logger.warn(
          { err: error, changes },
          'it was not said to players how their hands went on',
        );
      }
    }
    this.#saying = undefined;
  }

  async #sayThese(changes: readonly Change[]): Promise<void> {
    const read = await readChangedHands(
      this.pool,
      changes.map(({ hand }) => hand),
    );
    const byNumber = new Map(read.map((row) => [row.number, row]));
    for (const { hand, reason } of changes) {
      const row = byNumber.get(hand);
      if (row === undefined) continue;
      try {
        this.#publish(row, reason);
      } catch (error) {
        this.logger.error({ err: error, hand }, 'a hand that has changed cannot be shown');
      }
    }
  }

  #publish(row: ChangedHand, reason: Reason): void {
    const room = playerRoom(row.playerId);
    const namespaces = [this.sockets.of('/solo'), this.sockets.of('/player')] as const;
    const [solo, player] = namespaces;
    if (!namespaces.some(({ adapter }) => adapter.rooms.has(room))) return;
    const hand = seen(row, reason);
    const balance = `${row.balance}`;
    const { taken, paid } = hand.view;
    const said: PlayerHand = { game: hand.game, hand: hand.hand, reason, taken, paid, balance };
    const changed: SoloMessage<'hand:changed'> = { hand, balance, reason };
    solo.to(room).emit('hand:changed', changed);
    player.to(room).emit('player:hand', said);
  }
}

const keyOf = ({ hand, reason }: Change): string => `${hand} ${reason}`;

/** As `from` says, the events of the studio’s own command are new. A void adds none. */
const seen = (row: ChangedHand, reason: Reason) => {
  const { number, commitment, seed, cut, events, lastFrom, game, opening } = row;
  const from = reason === 'voided' ? events.length : lastFrom;
  const shown = opening === undefined ? null : Buffer.from(opening).toString('hex');
  const hand = SOLO_ROOMS[game].fold(events);
  return hand.seen({ hand: number, commitment, seed, cut, opening: shown, from });
};
