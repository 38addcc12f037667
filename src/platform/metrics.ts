/** What the operator's monitoring reads at /metrics. No label ever names a player or a card. */
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** What is measured of the process itself, once for all studios in it. */
let processRegistry: Registry | undefined;

const measureProcess = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
};

@Injectable()
export class Metrics {
  /** The studio's own metrics. Monitoring reads `read`. */
  readonly registry = new Registry();

  readonly commands = new Histogram({
    name: 'sabot_command_seconds',
    help: 'Socket commands, from arrival to answer',
    labelNames: ['command', 'answer'] as const,
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
    registers: [this.registry],
  });

  readonly connectionsCut = new Counter({
    name: 'sabot_connections_cut_total',
    help: 'Connections that were cut because the client did not read what it was sent',
    registers: [this.registry],
  });

  readonly tablesOpen = new Gauge({
    name: 'sabot_tables_owned',
    help: 'Tables that this process runs',
    registers: [this.registry],
  });

  readonly tableFaults = new Counter({
    name: 'sabot_table_faults_total',
    help: 'Times a table had to be brought back from its log',
    registers: [this.registry],
  });

  readonly roundsPaid = new Counter({
    name: 'sabot_rounds_paid_total',
    help: 'Rounds settled or refunded, by who finished them',
    labelNames: ['by'] as const,
    registers: [this.registry],
  });

  readonly sessionsEnded = new Counter({
    name: 'sabot_sessions_ended_total',
    help: 'Sessions that ended, by what ended them',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });

  readonly looks = new Counter({
    name: 'sabot_looks_total',
    help: 'Looks of the poller at what may have changed, by what is looked at and whether it could be',
    labelNames: ['poll', 'outcome'] as const,
    registers: [this.registry],
  });

  constructor() {
    processRegistry ??= measureProcess();
  }

  /** All metrics of the studio and of its process, as Prometheus reads them. */
  read(): Promise<string> {
    return Registry.merge([processRegistry!, this.registry]).metrics();
  }
}
