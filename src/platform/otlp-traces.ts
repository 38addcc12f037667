/** OpenTelemetry's spans of this process, sent to a collector by OTLP over HTTP in JSON. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

interface Target {
  /** Of the collector, as `http://127.0.0.1:4318`. */
  readonly endpoint: string;
  readonly service: string;
  /** The part of all traces that is recorded, from 0 to 1. */
  readonly sampled: number;
}

/** What may wait to be sent. Beyond it spans are dropped. */
const SPANS_MAX = 4_096;
const EVERY_MS = 1_000;
const SENT_WITHIN_MS = 2_000;

export class OtlpTraces {
  /** One process may hold several studios, each with its own. None of it is global. */
  readonly #contexts = new AsyncLocalStorage<Context>();
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  /** `onFailure` is called once, until sending succeeds again. What is not sent is dropped. */
  constructor({ endpoint, service, sampled }: Target, onFailure: (error: unknown) => void) {
    const url = `${endpoint}/v1/traces`;
    const exporter = new OTLPTraceExporter({ url, timeoutMillis: SENT_WITHIN_MS });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampled) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: reporting(exporter, onFailure),
          maxQueueSize: SPANS_MAX,
          scheduledDelayMillis: EVERY_MS,
          exportTimeoutMillis: 2 * SENT_WITHIN_MS,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer('sabot');
  }

  async span<T>(
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    resultOf: (outcome: T) => Attributes,
  ): Promise<T> {
    const parent = this.#contexts.getStore() ?? ROOT_CONTEXT;
    const span = this.#tracer.startSpan(name, { attributes }, parent);
    try {
      const outcome = await this.#contexts.run(trace.setSpan(parent, span), work);
      span.setAttributes(resultOf(outcome));
      return outcome;
    } catch (error) {
      // The name alone: a message may hold what nobody is to read in a trace.
      const message = error instanceof Error ? error.name : 'error';
      span.setStatus({ code: SpanStatusCode.ERROR, message });
      throw error;
    } finally {
      span.end();
    }
  }

  /** Sends what waits. */
  async close(): Promise<void> {
    await this.#provider.shutdown();
  }
}

const reporting = (exporter: SpanExporter, onFailure: (error: unknown) => void): SpanExporter => {
  let hasFailed = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined && !hasFailed) onFailure(result.error);
        hasFailed = result.error !== undefined;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
};
