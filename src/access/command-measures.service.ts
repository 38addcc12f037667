/** What is measured of every socket command: its time and its answer, as a metric and as a span. */
import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/metrics.js';
import { Tracing } from '../platform/tracing.service.js';

@Injectable()
export class CommandMeasures {
  constructor(
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
  ) {}

  /** `command` is one that is known: names that clients make up are not for metrics. */
  async measure(command: string, answer: () => Promise<object>): Promise<object> {
    const startedAt = performance.now();
    const reply = await this.tracing.span(command, {}, answer, (said) => ({
      'sabot.answer': answerOf(said),
    }));
    const labels = { command, answer: answerOf(reply) };
    this.metrics.commands.observe(labels, (performance.now() - startedAt) / 1_000);
    return reply;
  }
}

const answerOf = (reply: object): string =>
  'refusal' in reply && typeof reply.refusal === 'string' ? reply.refusal : 'ok';
