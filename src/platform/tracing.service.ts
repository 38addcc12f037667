/**
 * Traces, for whoever follows one command through the studio: OpenTelemetry's, sent by OTLP. Off
 * unless an endpoint is set. Then nothing of it is loaded, and a span costs a function call.
 */
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import type { OtlpTraces } from './otlp-traces.js';
import { atShutdown } from './within.js';

/** By name. No value ever names a player or a card. */
type Attributes = Readonly<Record<string, string | number>>;

@Injectable()
export class Tracing implements OnModuleInit, OnApplicationShutdown {
  #traces: OtlpTraces | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'tracing'>,
    @InjectPinoLogger('traces') private readonly logger: PinoLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    const { tracing } = this.config;
    if (tracing === undefined) return;
    const { OtlpTraces } = await import('./otlp-traces.js');
    this.#traces = new OtlpTraces(tracing, (error) =>
      this.logger.warn({ err: error }, 'traces could not be sent: they are dropped'),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.#traces !== undefined) await atShutdown(this.#traces.close());
  }

  /**
   * Runs `work` in a span of that name, within the one that is under way. `resultOf` says what is
   * noted of its outcome. Where it throws, the span has failed.
   */
  span<T>(
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    resultOf: (outcome: T) => Attributes = () => ({}),
  ): Promise<T> {
    return this.#traces?.span(name, attributes, work, resultOf) ?? work();
  }
}
