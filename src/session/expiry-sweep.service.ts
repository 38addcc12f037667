/** The sweep over open sessions: does what the queue forgot, and arms it again. */
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { goodbye } from '../platform/within.js';
import { ExpiryQueue } from './expiry-queue.service.js';
import { Expiry } from './expiry.service.js';

@Injectable()
export class ExpirySweep implements OnApplicationBootstrap, OnModuleDestroy {
  #sweeping: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly expiry: Expiry,
    private readonly queue: ExpiryQueue,
    @InjectPinoLogger('sessions') private readonly logger: PinoLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = undefined));
    }, this.config.session.sweepMs);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await goodbye(this.#sweeping ?? Promise.resolve());
  }

  async #sweep(): Promise<void> {
    try {
      this.queue.arm(await this.expiry.look(null));
    } catch (error) {
      this.logger.warn({ err: error }, 'the sessions could not be looked at');
    }
  }
}
