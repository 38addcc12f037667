/**
 * The order of a player's commands at a table. One that has to be sent again is not overtaken: an
 * Undo that stood before the chip that it takes back would leave the chip on its spot.
 */
import { isPassing } from '../protocol/command.js';
import { type AnyReply, type SendingWay, untilAnswered } from './betting.js';

interface UnderWay {
  /** It was sent in vain, and is to be sent again. */
  hasFailed: boolean;
  readonly finished: Promise<void>;
}

export class BetOrder {
  #underWay: readonly UnderWay[] = [];

  /**
   * As `untilAnswered`. A command is sent at once while those before it are merely not answered
   * yet. It waits for those that have failed, and once it has failed itself, for all before it.
   */
  async send<Reply extends AnyReply>(way: SendingWay<Reply>): Promise<Reply> {
    const before = this.#underWay;
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const own: UnderWay = { hasFailed: false, finished };
    this.#underWay = [...before, own];
    try {
      return await untilAnswered({
        ...way,
        joined: async () => {
          await this.#turn(own, before);
          await way.joined();
        },
        send: () => noting(own, way.send),
      });
    } finally {
      this.#underWay = this.#underWay.filter((each) => each !== own);
      finish();
    }
  }

  async #turn(own: UnderWay, before: readonly UnderWay[]): Promise<void> {
    for (;;) {
      const inTheWay = before.find(
        (each) => this.#underWay.includes(each) && (own.hasFailed || each.hasFailed),
      );
      if (inTheWay === undefined) return;
      await inTheWay.finished;
    }
  }
}

const noting = async <Reply extends AnyReply>(
  own: UnderWay,
  send: () => Promise<Reply>,
): Promise<Reply> => {
  try {
    const reply = await send();
    own.hasFailed = !reply.ok && isPassing(reply.refusal);
    return reply;
  } catch (error) {
    own.hasFailed = true;
    throw error;
  }
};
