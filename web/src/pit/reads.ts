/** What the pit reads of the studio, each under a key of its own, and what makes it out of date. */
import {
  QueryClient,
  type QueryFilters,
  type QueryKey,
  type UseQueryOptions,
  infiniteQueryOptions,
} from '@tanstack/react-query';
import type { HandsPage } from '../../../src/protocol/hand-history.js';
import type { SoloGame } from '../../../src/solo/game.js';
import type { SoloStakes } from '../../../src/protocol/solo-stakes.js';
import type { HandReport, SoloReport } from '../../../src/protocol/solo-report.js';
import type { Connection } from '../../../src/client/connection.js';
import type { Approval, ApprovalSubject } from '../../../src/protocol/approval.js';
import type { StaffSupportMessage } from '../../../src/protocol/chat.js';
import type { AcceptedOf, RequestOf } from '../../../src/protocol/command.js';
import type { TableList } from '../../../src/protocol/http.js';
import type { TableModels } from '../../../src/protocol/studio-tables.js';
import type { Incident } from '../../../src/protocol/incident.js';
import type { PitCommandName, PitCommands } from '../../../src/protocol/pit.js';
import type {
  AdvantageReport,
  HoursReport,
  PlayerReport,
  PlayersFound,
  RecentRounds,
  RoundReport,
  ShiftReport,
} from '../../../src/protocol/report.js';
import type { KeptOperators } from '../../../src/protocol/operator-changes.js';
import type { KeptLimits } from '../../../src/protocol/play-limits.js';
import type { KeptBars } from '../../../src/protocol/protection.js';
import type { Rota } from '../../../src/protocol/rota.js';
import type { ShiftNotes } from '../../../src/protocol/shift-notes.js';
import type { ActionsPage, StaffList } from '../../../src/protocol/staff.js';
import type { ProcessList } from '../../../src/protocol/processes.js';
import type { WalletCases } from '../../../src/protocol/wallet-cases.js';
import type { Query } from '../studio/http.js';
import type { PitHttp } from './http.js';
import type { AskedReport } from './reports/shift-period.js';
import { nowMs } from './use-now.js';

/** Over HTTP, or the socket. */
interface Studio {
  readonly http: PitHttp;
  do<Name extends PitCommandName>(
    name: Name,
    request: RequestOf<PitCommands[Name]>,
  ): Promise<AcceptedOf<PitCommands[Name]>>;
}

/** The messages of the socket that announce a change. */
export interface ChangeMessages {
  readonly 'incident:changed': Pick<Incident, 'id'>;
  readonly 'approval:changed': Pick<Approval, 'game' | 'hand' | 'case' | 'state'>;
  readonly 'support:message': Pick<StaffSupportMessage, 'player'>;
  readonly 'support:noted': Pick<StaffSupportMessage, 'player'>;
}

/**
 * There is no message for an account that was locked or is new, for who sits at a table, for what
 * bars or limits a player, nor for what a request would do by now.
 */
const AGAIN_MS = 5_000;
/** Which wins the wall shows, and how often it asks for them. */
const LATELY_MS = 8 * 3_600_000;
const LATELY_AGAIN_MS = 15_000;
/** Should a message that was written not be announced, or a reading of them fail. */
const THREADS_AGAIN_MS = 60_000;

/** How many messages of a thread, and of a table’s chat, the studio sends at a time. */
const THREAD_PAGE = 100;
const CHAT_PAGE = 50;

const WATCHED = { refetchInterval: AGAIN_MS, refetchOnWindowFocus: 'always' } as const;

/**
 * A page that is opened reads what it shows; nothing is shown from an earlier visit. Two parts of a
 * page that ask for the same within a moment share the answer.
 */
const newQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 0,
        staleTime: 2_000,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
      },
    },
  });

/** Under which how far a report is stands beside it. */
export const progressKey = (report: QueryKey): QueryKey => ['progress of', ...report];

/**
 * What a form asks for, for the `time`th time. It is read anew then, and what was read before is
 * shown no more, though it be the same that is asked for.
 */
export const anew = <Read extends { readonly queryKey: QueryKey }>(
  asked: Read,
  time: number,
): Read => ({ ...asked, queryKey: [...asked.queryKey, time] });

/** Rejects with `PitRefused` or `NoAnswer`. */
const one = <T>(
  queryKey: QueryKey,
  read: (signal: AbortSignal) => Promise<T>,
): UseQueryOptions<T> => ({ queryKey, queryFn: ({ signal }) => read(signal) });

export const readsOf = (pit: Studio) => {
  const { http } = pit;
  /** A list that comes page by page: `next` is what the one after is asked for by. */
  const pages = <P extends { readonly next: string | null }>(
    queryKey: QueryKey,
    path: string,
    query: Query = {},
  ) =>
    infiniteQueryOptions({
      queryKey,
      queryFn: ({ pageParam: before, signal }) => http.read<P>(path, { ...query, before }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next,
    });
  /** A report that takes a while. Nobody waits for it any more once no page shows it. */
  const followed = <T>(queryKey: QueryKey, path: string, query: Query): UseQueryOptions<T> => ({
    queryKey,
    queryFn: ({ signal, client, queryKey: asked }) =>
      http.follow<T>(path, query, signal, (progress) =>
        client.setQueryData(progressKey(asked), progress),
      ),
  });
  return {
    round: (game: string) =>
      one(['round', game], (signal) => http.read<RoundReport>(`pit/rounds/${game}`, {}, signal)),
    /** Of all tables where `table` is empty. */
    rounds: (table: string) => pages<RecentRounds>(['rounds', table], 'pit/rounds', { table }),
    player: (player: string) =>
      pages<PlayerReport>(['player', player], `pit/players/${encodeURIComponent(player)}`),
    /** Of all games where `game` is empty. */
    hands: (player: string, game: SoloGame | '') =>
      pages<HandsPage>(['hands', player, game], `pit/players/${encodeURIComponent(player)}/hands`, {
        game,
      }),
    bars: (player: string) => ({
      ...one(['bars', player], (signal) =>
        http.read<KeptBars>(`pit/players/${encodeURIComponent(player)}/bars`, {}, signal),
      ),
      ...WATCHED,
    }),
    limits: (player: string) => ({
      ...one(['limits', player], (signal) =>
        http.read<KeptLimits>(`pit/players/${encodeURIComponent(player)}/limits`, {}, signal),
      ),
      ...WATCHED,
    }),
    playersFound: (query: string) =>
      one(['players found', query], (signal) =>
        http.read<PlayersFound>('pit/players', { query }, signal),
      ),
    shift: (asked: AskedReport) =>
      followed<ShiftReport>(['shift', asked], 'pit/shift', { ...asked }),
    hours: ({ fromMs, toMs, table }: AskedReport) =>
      one(['hours', fromMs, toMs, table], (signal) =>
        http.read<HoursReport>('pit/hours', { fromMs, toMs, table }, signal),
      ),
    /** What the tables have won lately, again and again. */
    lately: () => ({
      ...one(['lately'], (signal) => {
        const toMs = nowMs();
        const query = { fromMs: toMs - LATELY_MS, toMs };
        return http.read<HoursReport>('pit/hours', query, signal);
      }),
      refetchInterval: LATELY_AGAIN_MS,
    }),
    advantage: ({ fromMs, toMs, table }: AskedReport) => {
      const query = { fromMs, toMs, table };
      return followed<AdvantageReport>(['advantage', query], 'pit/advantage', query);
    },
    solo: ({ fromMs, toMs }: AskedReport) =>
      one(['solo', fromMs, toMs], (signal) =>
        http.read<SoloReport>('pit/solo', { fromMs, toMs }, signal),
      ),
    hand: (hand: string) =>
      one(['hand', hand], (signal) =>
        http.read<HandReport>(`pit/hands/${encodeURIComponent(hand)}`, {}, signal),
      ),
    stakes: () => one(['stakes'], (signal) => http.read<SoloStakes>('pit/solo/stakes', {}, signal)),
    actions: (wanted: Query) => pages<ActionsPage>(['actions', wanted], 'staff/actions', wanted),
    staff: () => ({
      ...one(['staff'], (signal) => http.read<StaffList>('staff', {}, signal)),
      ...WATCHED,
    }),
    tables: () => one(['tables'], (signal) => http.read<TableList>('tables', {}, signal)),
    /** `at`: how far the shoe is, so that it is read again as it goes on. */
    left: (table: string, at: string) =>
      one(['left', table, at], () => pit.do('shoe:left', { table })),
    seated: (table: string) => ({
      ...one(['seated', table], () => pit.do('player:list', { table })),
      ...WATCHED,
    }),
    walletCases: () => ({
      ...one(['wallets'], (signal) => http.read<WalletCases>('pit/wallets', {}, signal)),
      ...WATCHED,
    }),
    processes: () => ({
      ...one(['processes'], (signal) => http.read<ProcessList>('pit/processes', {}, signal)),
      ...WATCHED,
    }),
    /** Of a gaming day: `2026-11-24`. Without one, of the present. */
    rota: (day: string | undefined) => ({
      ...one(['rota', day], (signal) => http.read<Rota>('pit/rota', { day }, signal)),
      ...WATCHED,
    }),
    /** The open ones, and those that were written or ticked off between. */
    notes: (fromMs: number | undefined, toMs: number | undefined) => ({
      ...one(['notes', fromMs, toMs], (signal) =>
        http.read<ShiftNotes>('pit/notes', { fromMs, toMs }, signal),
      ),
      ...WATCHED,
    }),
    /** What a new table may be like. */
    models: () => one(['models'], (signal) => http.read<TableModels>('pit/tables', {}, signal)),
    operators: () => ({
      ...one(['operators'], (signal) => http.read<KeptOperators>('pit/operators', {}, signal)),
      ...WATCHED,
    }),
    shortfalls: () => one(['shortfalls'], () => pit.do('shortfall:list', {})),
    incidents: () => one(['incidents'], () => pit.do('incident:list', {})),
    incident: (incident: string) =>
      one(['incident', incident], () => pit.do('incident:read', { incident })),
    approvals: () => one(['approvals'], () => pit.do('approval:list', {})),
    preview: (subject: ApprovalSubject) => ({
      ...one(['preview', subject], () => pit.do('approval:preview', subject)),
      ...WATCHED,
    }),
    threads: () => ({
      ...one(['threads'], () => pit.do('support:list', {})),
      refetchInterval: THREADS_AGAIN_MS,
    }),
    /** Back from its last message, page by page. */
    thread: (player: string) =>
      infiniteQueryOptions({
        queryKey: ['thread', player],
        queryFn: ({ pageParam: before }) =>
          pit.do('support:read', { player, ...(before !== undefined && { before }) }),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: ({ messages }) =>
          messages.length < THREAD_PAGE ? undefined : messages[0]?.id,
      }),
    /** Back from its last message, page by page. */
    chat: (table: string) =>
      infiniteQueryOptions({
        queryKey: ['chat', table],
        queryFn: ({ pageParam: before }) =>
          pit.do('chat:read', { table, ...(before !== undefined && { before }) }),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: ({ messages }) =>
          messages.length < CHAT_PAGE ? undefined : messages[0]?.id,
      }),
  };
};
export type Reads = ReturnType<typeof readsOf>;

/** What is read again when the connection is back: a change meanwhile was not announced. */
const HEARD_ONCE: ReadonlySet<unknown> = new Set([
  'incidents',
  'incident',
  'approvals',
  'threads',
  'thread',
  'chat',
]);

/** What is shown is read again as soon as the studio says that it has changed. */
export const queriesOf = (
  connection: Pick<Connection<PitCommands, ChangeMessages>, 'on' | 'onState'>,
): QueryClient => {
  const queries = newQueries();
  const readAgain = async (filters: QueryFilters): Promise<void> => {
    await queries.cancelQueries(filters); // its answer may be of the time before
    await queries.invalidateQueries(filters);
  };
  connection.on('incident:changed', ({ id }) => void readAgain({ queryKey: ['incident', id] }));
  connection.on('approval:changed', ({ game, hand, case: of, state }) => {
    void readAgain({ queryKey: ['approvals'] });
    if (state !== 'done') return;
    if (of !== null) void readAgain({ queryKey: ['wallets'] });
    else if (hand === null) void readAgain({ queryKey: ['round', game] });
    else void readAgain({ queryKey: ['hand', hand] });
  });
  const readThread = ({ player }: Pick<StaffSupportMessage, 'player'>): void => {
    void readAgain({ queryKey: ['threads'] });
    void readAgain({ queryKey: ['thread', player] });
  };
  connection.on('support:message', readThread);
  connection.on('support:noted', readThread);
  connection.onState((state) => {
    if (state === 'connected')
      void readAgain({ predicate: ({ queryKey: [of] }) => HEARD_ONCE.has(of) });
  });
  return queries;
};
