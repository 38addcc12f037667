/**
 * Openings of hands: made by the system's generator, sealed for the database, and opened again.
 * Where either fails the game is closed: no hand of it is dealt with less.
 */
import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { commitmentOf, isOpening, newOpening } from '../chance/opening.js';
import type { Entropy } from '../cards/shuffle.js';
import { CONFIG, type Config } from '../config.js';
import { Metrics } from '../platform/metrics.js';
import { SOLO_GAMES, type SoloGame } from '../solo/game.js';
import { CLOSED_BY, type ClosedBy, ClosedGames } from './closed-games.service.js';
import { ENTROPY } from './entropy.js';
import { seal, unseal } from './sealing.js';

/** What a hand has from its beginning. */
export interface SealedOpening {
  readonly opening: Uint8Array;
  /** In hexadecimal digits. */
  readonly commitment: string;
  readonly sealed: Buffer;
}

type Sealed = Omit<SealedOpening, 'opening'>;

@Injectable()
export class Openings {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'handsKeys'>,
    private readonly metrics: Metrics,
    @InjectPinoLogger('hands') private readonly logger: PinoLogger,
    @Inject(ClosedGames) private readonly closedGames: Pick<ClosedGames, 'note'>,
    @Inject(ENTROPY) private readonly entropy: Entropy,
  ) {
    for (const game of SOLO_GAMES) {
      for (const cause of CLOSED_BY) metrics.handsNotDealt.inc({ game, cause }, 0);
    }
  }

  /** Undefined where the generator fails. */
  make(playerId: string, game: SoloGame): SealedOpening | undefined {
    try {
      const opening = new Uint8Array(newOpening(game, this.entropy));
      // As `commitmentOf`, by the system’s library, which takes a sixth of the time.
      const commitment = hash('sha256', opening, 'hex');
      const sealed = seal(
        this.config.handsKeys,
        { playerId, game, commitment },
        opening,
        this.entropy,
      );
      return { opening, commitment, sealed };
    } catch (error) {
      return this.closed(game, 'generator', { error });
    }
  }

  /** Undefined where no key opens it, or it is not what was committed to: the game is closed. */
  open(
    playerId: string,
    game: SoloGame,
    { number, ...sealed }: Sealed & { readonly number: string },
  ): Uint8Array | undefined {
    return this.unsealed(playerId, game, sealed) ?? this.closed(game, 'seal', { hand: number });
  }

  /** Like `open`, for a hand that nobody plays on. */
  unsealed(
    playerId: string,
    game: SoloGame,
    { commitment, sealed }: Sealed,
  ): Uint8Array | undefined {
    const opening = unseal(this.config.handsKeys, { playerId, game, commitment }, sealed);
    const isSound =
      opening !== undefined && commitmentOf(opening) === commitment && isOpening(game, opening);
    return isSound ? opening : undefined;
  }

  /** Whether the studio has the key of this name, in hexadecimal digits. */
  hasKey(name: string): boolean {
    return this.config.handsKeys.some((key) => key.name.toString('hex') === name);
  }

  /**
   * Counts and logs that no hand of the game can be dealt to somebody, and why, and says it to the
   * pit. `hand`: the one that cannot be dealt.
   */
  closed(
    game: SoloGame,
    cause: ClosedBy,
    { hand, error }: { readonly hand?: string; readonly error?: unknown },
  ): undefined {
    this.metrics.handsNotDealt.inc({ game, cause });
    const said = { err: error, game, cause, hand };
    this.logger.error(said, 'a hand cannot be dealt: the game is closed');
    this.closedGames.note(game, cause, hand);
    return undefined;
  }
}
