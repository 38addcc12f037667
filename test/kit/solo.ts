/** A player at the solo games: the namespace beside, on the line of a player who is connected. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import type { ReplyOf, RequestOf } from '../../src/protocol/command.js';
import {
  type DealtHand,
  type Played,
  type SoloCommandName,
  type SoloCommands,
} from '../../src/protocol/solo.js';
import type { SoloGame } from '../../src/solo/game.js';
import type { Player } from './clients.js';

const WITHIN_MS = 60_000;
const BUSY: ReadonlySet<string> = new Set(['hand_is_busy', 'studio_is_busy']);
export const SEED = 'la mia fortuna';

export class SoloPlayer {
  readonly socket: Socket;

  constructor(readonly player: Player) {
    this.socket = player.socket.io.socket('/solo', { auth: { token: player.token } });
  }

  /**
   * Rejects with the studio's reason. A line has one such connection: whoever asks for another is
   * on the same, which may be there already.
   */
  async connect(): Promise<this> {
    if (this.socket.connected) return this;
    await new Promise<void>((resolve, reject) => {
      const settle = (error?: Error) => {
        this.socket.off('connect', settle).off('connect_error', settle);
        if (error === undefined) resolve();
        else reject(error);
      };
      this.socket.on('connect', settle).on('connect_error', settle);
      this.socket.connect();
    });
    return this;
  }

  call<Name extends SoloCommandName>(
    name: Name,
    request: RequestOf<SoloCommands[Name]>,
  ): Promise<ReplyOf<SoloCommands[Name]>> {
    return this.#send(name, request);
  }

  async #send<Name extends SoloCommandName>(
    name: Name,
    request: object,
  ): Promise<ReplyOf<SoloCommands[Name]>> {
    return (await this.socket.timeout(WITHIN_MS).emitWithAck(name, request)) as ReplyOf<
      SoloCommands[Name]
    >;
  }

  async open(game: SoloGame): Promise<DealtHand> {
    const reply = await this.call('hand:open', { game });
    if (!reply.ok) throw new Error(`${game} was not opened: ${reply.refusal}`);
    return reply.hand;
  }

  /**
   * A command that must stand. One that the studio was too busy for is asked again under its id,
   * as a client does.
   */
  async must<Name extends PlayName>(
    name: Name,
    request: Omit<RequestOf<SoloCommands[Name]>, 'id'>,
  ): Promise<Played> {
    const asked = { ...request, id: randomUUID() };
    for (const endsAt = performance.now() + WITHIN_MS; ;) {
      const reply = await this.#send(name, asked);
      if (reply.ok) return reply;
      if (!BUSY.has(reply.refusal) || performance.now() > endsAt) {
        throw new Error(`${name} was refused: ${JSON.stringify(reply)}`);
      }
    }
  }

  /** The stake of ten euros on a hand that was opened. */
  deal({ game, hand }: DealtHand): Promise<Played> {
    const at = { hand, step: 0 };
    switch (game) {
      case 'punto_e_banco':
        return this.must('punto-e-banco:deal', { ...at, stakes: { banco: '1000' }, seed: SEED });
      case 'sette_e_mezzo':
        return this.must('sette-e-mezzo:deal', { ...at, stake: '1000', seed: SEED });
      case 'blackjack':
        return this.must('blackjack:deal', { ...at, stakes: ['1000'], cut: 7 });
    }
  }

  /** A hand of Sette e Mezzo in which the player has a choice. */
  async dealSetteEMezzo(stake = '1000'): Promise<Played> {
    for (;;) {
      const { hand } = await this.open('sette_e_mezzo');
      const played = await this.must('sette-e-mezzo:deal', { hand, step: 0, stake, seed: SEED });
      if (played.next === null) return played;
    }
  }

  /** A hand of Blackjack of one box in which the player has a choice, and no insurance is asked. */
  async dealBlackjack(stake = '1000'): Promise<Played> {
    for (;;) {
      const { hand } = await this.open('blackjack');
      const played = await this.must('blackjack:deal', { hand, step: 0, stakes: [stake], cut: 7 });
      if (played.next !== null) continue;
      if (played.hand.game === 'blackjack' && played.hand.view.phase === 'player') return played;
      await this.playOut(played.hand);
    }
  }

  /** Stands until the hand is over. */
  async playOut(hand: DealtHand): Promise<Played> {
    for (let now = hand; ;) {
      const at = { hand: now.hand, step: now.view.step };
      let played: Played;
      if (now.game === 'punto_e_banco') throw new Error('there is nothing to choose');
      if (now.game === 'sette_e_mezzo') {
        const mayStand = now.view.choices.includes('stand');
        played = await this.must(`sette-e-mezzo:${mayStand ? 'stand' : 'draw'}`, at);
      } else if (now.view.phase === 'insurance') {
        played = await this.must('blackjack:insure', { ...at, boxes: [] });
      } else played = await this.must('blackjack:stand', at);
      if (played.next !== null) return played;
      now = played.hand;
    }
  }
}

export type PlayName = Exclude<SoloCommandName, 'hand:open' | 'hand:find'>;
