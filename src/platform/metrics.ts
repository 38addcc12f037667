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

  readonly operatorAlarms = new Counter({
    name: 'sabot_operator_alarms_total',
    help: 'What an operator asked for that somebody must see to, by cause',
    labelNames: ['cause'] as const,
    registers: [this.registry],
  });

  readonly walletCases = new Gauge({
    name: 'sabot_wallet_cases',
    help: 'Cases about operators’ wallets that nobody has cleared up yet',
    registers: [this.registry],
  });

  readonly walletComparedAge = new Gauge({
    name: 'sabot_wallet_compared_age_seconds',
    help: 'How long ago the comparison with an operator’s wallet came to its end, where that is longest ago',
    registers: [this.registry],
  });

  readonly webhookAge = new Gauge({
    name: 'sabot_webhook_age_seconds',
    help: 'How long the line has waited that an operator’s webhook has not taken for the longest time',
    registers: [this.registry],
  });

  readonly feedHeld = new Gauge({
    name: 'sabot_feed_held_seconds',
    help: 'How long the row has waited that another transaction keeps out of the feeds of operators for the longest time',
    registers: [this.registry],
  });

  readonly anchorAge = new Gauge({
    name: 'sabot_anchor_age_seconds',
    help: 'How long the event has waited that no anchor vouches for, for the longest time',
    registers: [this.registry],
  });

  readonly tablesOpen = new Gauge({
    name: 'sabot_tables_owned',
    help: 'Tables that this process runs',
    registers: [this.registry],
  });

  readonly tablesGiven = new Counter({
    name: 'sabot_tables_given_total',
    help: 'Tables that went to another process between two rounds: leaving, drained or spread',
    labelNames: ['cause'] as const,
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

  readonly handSteps = new Counter({
    name: 'sabot_hand_steps_total',
    help: 'Commands of solo hands that were committed, by game',
    labelNames: ['game'] as const,
    registers: [this.registry],
  });

  readonly handsNotDealt = new Counter({
    name: 'sabot_hands_not_dealt_total',
    help: 'Times a solo game was closed, because its generator or the seal on a deck failed',
    labelNames: ['game', 'cause'] as const,
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

  readonly mailboxDepth = new Gauge({
    name: 'sabot_mailbox_depth',
    help: 'Bets and commands that wait at a table',
    labelNames: ['table'] as const,
    registers: [this.registry],
  });

  readonly mailboxCapacity = new Gauge({
    name: 'sabot_mailbox_capacity',
    help: 'How many may wait at a table before it refuses more',
    registers: [this.registry],
  });

  readonly batchBets = new Histogram({
    name: 'sabot_batch_bets',
    help: 'Betting commands that were committed together',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers: [this.registry],
  });

  readonly flush = new Histogram({
    name: 'sabot_flush_seconds',
    help: 'Commits of tables: batches of bets, and other events',
    labelNames: ['kind'] as const,
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });

  readonly closeLateness = new Histogram({
    name: 'sabot_close_lateness_seconds',
    help: 'From the time that players saw for the close of the bets to its commit',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });

  readonly leaseMargin = new Histogram({
    name: 'sabot_lease_margin_seconds',
    help: 'What was left of a lease when it was renewed',
    buckets: [0.1, 0.25, 0.5, 1, 1.25, 1.5, 2, 4],
    registers: [this.registry],
  });

  readonly clockSkew = new Gauge({
    name: 'sabot_clock_skew_seconds',
    help: 'How far the clock of the process is behind the database’s; ahead where it is negative',
    registers: [this.registry],
  });

  readonly replay = new Histogram({
    name: 'sabot_replay_seconds',
    help: 'Tables that were brought back from their logs',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  readonly streamEntries = new Counter({
    name: 'sabot_stream_entries_total',
    help: 'Entries for other processes: added to a stream of Redis, or left out because it was away',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly streamsAway = new Gauge({
    name: 'sabot_streams_away',
    help: 'Whether the streams of Redis cannot be read or written, so that Postgres is asked instead',
    registers: [this.registry],
  });

  readonly hop = new Histogram({
    name: 'sabot_hop_seconds',
    help: 'Commands for tables of other processes: the way there and back, without the command itself',
    buckets: [0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.014, 0.02, 0.03, 0.05, 0.1, 0.5, 2, 5],
    registers: [this.registry],
  });

  readonly hopsUnanswered = new Counter({
    name: 'sabot_hops_unanswered_total',
    help: 'Commands for tables of other processes that no table has answered: busy or unsure',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly tablesFollowed = new Gauge({
    name: 'sabot_tables_followed',
    help: 'Tables of other processes that this process follows',
    registers: [this.registry],
  });

  readonly players = new Gauge({
    name: 'sabot_players_seated',
    help: 'Players who sit at a table by a connection to this process',
    labelNames: ['table'] as const,
    registers: [this.registry],
  });

  readonly tablesKnown = new Gauge({
    name: 'sabot_tables_known',
    help: 'Tables of the studio',
    registers: [this.registry],
  });

  readonly tablesStalled = new Gauge({
    name: 'sabot_tables_stalled',
    help: 'Tables that do not go on, by what this process knows',
    registers: [this.registry],
  });

  readonly tablesSuspended = new Gauge({
    name: 'sabot_tables_suspended',
    help: 'Tables of this process that wait for the shift manager',
    registers: [this.registry],
  });

  readonly tablesUnheld = new Gauge({
    name: 'sabot_tables_without_owner',
    help: 'Tables of the studio that no process runs',
    registers: [this.registry],
  });

  readonly incidentsOpen = new Gauge({
    name: 'sabot_incidents_open',
    help: 'Open incidents of the studio',
    registers: [this.registry],
  });

  readonly roundsDue = new Gauge({
    name: 'sabot_rounds_due',
    help: 'Rounds whose takings are still to be worked out for reports, 10,000 at most',
    registers: [this.registry],
  });

  readonly roundTakings = new Counter({
    name: 'sabot_round_takings_total',
    help: 'Rounds whose takings were worked out soon after they ended',
    registers: [this.registry],
  });

  readonly stakes = new Gauge({
    name: 'sabot_stakes_minor_units',
    help: 'What is staked on the round in hand',
    labelNames: ['table', 'currency'] as const,
    registers: [this.registry],
  });

  readonly exposure = new Gauge({
    name: 'sabot_exposure_minor_units',
    help: 'The most that the round in hand may cost the house, for each outcome',
    labelNames: ['table', 'currency', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly outboxOpen = new Gauge({
    name: 'sabot_outbox_open',
    help: 'Payments of rounds and corrections that are not done yet',
    registers: [this.registry],
  });

  readonly outboxAge = new Gauge({
    name: 'sabot_outbox_age_seconds',
    help: 'How long the oldest of them has waited',
    registers: [this.registry],
  });

  readonly walUnarchived = new Gauge({
    name: 'sabot_wal_unarchived_seconds',
    help: 'How long ago Postgres archived a file of its log, where it fails with the next; else 0',
    registers: [this.registry],
  });

  readonly queueJobs = new Gauge({
    name: 'sabot_queue_jobs',
    help: 'Jobs of a queue, by their state',
    labelNames: ['queue', 'state'] as const,
    registers: [this.registry],
  });

  readonly queueAge = new Gauge({
    name: 'sabot_queue_age_seconds',
    help: 'How long the oldest job that waits has waited',
    labelNames: ['queue'] as const,
    registers: [this.registry],
  });

  readonly poolConnections = new Gauge({
    name: 'sabot_pool_connections',
    help: 'Connections to Postgres',
    labelNames: ['pool', 'state'] as const,
    registers: [this.registry],
  });

  readonly poolWaiting = new Gauge({
    name: 'sabot_pool_waiting',
    help: 'Who waits for a connection to Postgres',
    labelNames: ['pool'] as const,
    registers: [this.registry],
  });

  readonly wallet = new Histogram({
    name: 'sabot_wallet_seconds',
    help: 'What was asked of wallets, and what they answered',
    labelNames: ['operation', 'answer'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2, 10],
    registers: [this.registry],
  });

  readonly ready = new Gauge({
    name: 'sabot_ready',
    help: 'Whether this process can serve: 1 or 0',
    registers: [this.registry],
  });

  readonly roles = new Gauge({
    name: 'sabot_roles',
    help: 'What this process is for: 1 for each of its roles, 0 for the others',
    labelNames: ['role'] as const,
    registers: [this.registry],
  });

  readonly complaints = new Gauge({
    name: 'sabot_complaints',
    help: 'What is wrong with this process: 1 for what is',
    labelNames: ['complaint'] as const,
    registers: [this.registry],
  });

  constructor() {
    processRegistry ??= measureProcess();
    // A series that is there from the start shows its first increase, too.
    for (const reason of ['idle', 'connection_lost']) this.sessionsEnded.inc({ reason }, 0);
    for (const cause of ['leaving', 'drained', 'spread']) this.tablesGiven.inc({ cause }, 0);
    for (const outcome of ['busy', 'unsure']) this.hopsUnanswered.inc({ outcome }, 0);
  }

  /** All metrics of the studio and of its process, as Prometheus reads them. */
  read(): Promise<string> {
    return Registry.merge([processRegistry!, this.registry]).metrics();
  }
}
