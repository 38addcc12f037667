/**
 * Every route of HTTP is answered by what the protocol allows, whatever is asked and by whomever:
 * made from the studio's own description of its routes, and spoilt.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLES, type Role } from '../../src/protocol/command.js';
import { HTTP_REFUSALS } from '../../src/protocol/http.js';
import { LAUNCH_REFUSALS, OPERATOR_REFUSALS } from '../../src/protocol/operator.js';
import { FEED_REFUSALS } from '../../src/protocol/operator-feeds.js';
import { STUDIO_TABLE_REFUSALS } from '../../src/protocol/studio-tables.js';
import { OPERATOR_CHANGE_REFUSALS } from '../../src/protocol/operator-changes.js';
import { ROTA_REFUSALS } from '../../src/protocol/rota.js';
import { LIMIT_REFUSALS } from '../../src/protocol/play-limits.js';
import { DRAIN_REFUSALS } from '../../src/protocol/processes.js';
import { BAR_REFUSALS } from '../../src/protocol/protection.js';
import { CASE_REFUSALS } from '../../src/protocol/wallet-cases.js';
import { SHIFT_NOTE_REFUSALS } from '../../src/protocol/shift-notes.js';
import { STAFF_HTTP_REFUSALS } from '../../src/protocol/staff.js';
import { JUNK, type JsonSchema, type Known, samples, spoilt, textOf } from '../kit/any-json.js';
import { runsInCi } from '../kit/runs.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const REQUESTS = runsInCi(400, 4_000);
const AT_ONCE = 50;

const testbed = useTestbed({
  tables: { 'pb-1': QUICK },
  env: {
    LOG_LEVEL: 'error',
    REQUESTS_PER_SECOND: '100000',
    REQUESTS_AT_ONCE: '100000',
    // Each that is checked takes its time.
    SIGN_INS_AT_ONCE: '10',
  },
});
let studio: Studio;
/** Nobody has none. */
const tokens: (readonly [Role | 'nobody', string | undefined])[] = [['nobody', undefined]];

/** By the name of a field or of a part of the path. */
const KNOWN: Known = {
  id: ['1', '2', 'decoy', '999999'],
  game: ['1000000001', '9999999999', '1'],
  version: ['1', '2', '99'],
  table: ['pb-1', 'nowhere'],
  before: ['1', '1000000001', '999999999999999999'],
  limit: ['1', '100', '101'],
  fromMs: ['0', '1700000000000', '999999999999999', '253402300800000'],
  toMs: ['1', '1900000000000', '999999999999999'],
  query: ['Anna', '1', '%', '_', 'a b'],
  staff: ['Dora'],
  dealer: ['Dora'],
  operation: ['staff:open', 'table:open'],
  badge: ['D-1', 'nobody-has-it'],
  pin: ['123456', 'x'],
  reason: ['because'],
  name: ['Nora', 'Nora 2'],
};

interface Route {
  readonly method: string;
  readonly path: string;
  readonly queries: readonly string[];
  readonly bodies: readonly unknown[];
  /** By status, or `default`, what the body of an answer is. Undefined: no JSON. */
  readonly answers: ReadonlyMap<string, ValidateFunction | undefined>;
  /** By status, or `default`, the headers that are described. */
  readonly headers: ReadonlyMap<string, DescribedHeaders>;
}
type DescribedHeaders = Readonly<
  Record<string, { readonly required?: boolean; readonly schema: object }>
>;
let routes: readonly Route[] = [];

/** What is used of the description of a route. */
interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: Readonly<Record<string, { readonly schema: object }>>;
        readonly headers?: DescribedHeaders;
      }
    >
  >;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>;

const ajv = new Ajv2020({ strict: false, validateFormats: false });

const routesOf = (paths: Paths): readonly Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        path,
        queries: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
        bodies: schema === undefined ? [] : samples(schema, KNOWN, 40),
        answers: new Map(
          Object.entries(responses).map(([status, { content }]) => {
            const said = content?.['application/json']?.schema;
            return [status, said && ajv.compile(said)];
          }),
        ),
        headers: new Map(
          Object.entries(responses).map(([status, { headers = {} }]) => [status, headers]),
        ),
      };
    }),
  );

const rejections: string[] = [];
const noteRejection = (error: unknown): void => void rejections.push(String(error));

beforeAll(async () => {
  process.on('unhandledRejection', noteRejection);
  studio = await testbed.start();
  for (const role of ROLES) {
    const token =
      role === 'player'
        ? (await testbed.enlist('Mallory')).token
        : await testbed.employ({ id: `the ${role}`, role });
    tokens.push([role, token]);
  }
  await testbed.employ({ id: 'decoy', role: 'dealer' });
  const described = await fetch(`${studio.operationsUrl}/docs-json`);
  routes = routesOf(((await described.json()) as { paths: Paths }).paths);
});
afterAll(() => process.off('unhandledRejection', noteRejection));

const number = fc.noBias(fc.nat({ max: 100_000 }));
const anyRequest = fc.record({
  who: number,
  route: number,
  /** What stands in each place of the path and of the query. */
  words: fc.array(number, { minLength: 4, maxLength: 4 }),
  body: number,
  spoiling: fc.option(fc.record({ place: number, how: number }), { freq: 4, nil: null }),
  /** How it is sent. */
  dress: number,
});
type Request = typeof anyRequest extends fc.Arbitrary<infer Value> ? Value : never;

const TYPES = [
  ...Array<string>(8).fill('application/json'),
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '',
];
const AUTHORIZATIONS = ['Bearer', 'Bearer x', 'Basic eDp4', 'Bearer a.b.c', 'bearer null'];
const BROKEN = ['{', '[1,', '"', '', '\u0000', 'nonsense', '{"a":1}{"b":2}', '['.repeat(30_000)];
const PATHS = ['%00', '%zz', '..%2f..', '%ED%A0%80', 'a'.repeat(2_000), '1e3', '-1', ' '];

const wordFor = (name: string, choice: number): string => {
  const known = KNOWN[name] ?? [];
  if (choice % 3 === 0 || known.length === 0) {
    const junk = JUNK[choice % JUNK.length];
    return encodeURIComponent(
      (typeof junk === 'string' ? junk : JSON.stringify(junk))
        .replace(/\p{Cs}/gu, '')
        .slice(0, 3_000),
    );
  }
  return encodeURIComponent(String(known[choice % known.length]));
};

const send = async (request: Request): Promise<string | undefined> => {
  const route = routes[request.route % routes.length]!;
  const { method, path, queries, bodies } = route;
  // Nobody signs out: what comes after would all be asked with a token that was ended.
  const [who, token] = tokens[path.endsWith('/sign-out') ? 0 : request.who % tokens.length]!;
  const { words, dress } = request;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    dress % 11 === 0 ? PATHS[words[0]! % PATHS.length]! : wordFor(name, words[0]!),
  );
  const asked = queries.flatMap((name, at) => {
    const choice = words[at % words.length]!;
    return choice % 4 === 0
      ? []
      : [`${name}${choice % 17 === 0 ? '[]' : ''}=${wordFor(name, choice)}`];
  });
  if (dress % 7 === 0) asked.push(asked[0] ?? 'more=1', '__proto__[a]=1');
  const whole = bodies[request.body % Math.max(1, bodies.length)] ?? {};
  const value = request.spoiling === null ? whole : spoilt(whole, request.spoiling);
  const text = dress % 10 === 0 ? BROKEN[dress % BROKEN.length]! : textOf(value, {});
  const authorization =
    token === undefined
      ? AUTHORIZATIONS[dress % (2 * AUTHORIZATIONS.length)]
      : `Bearer ${dress % 29 === 0 ? `${token}x` : token}`;
  const url = `${studio.url}${filled}${asked.length > 0 ? `?${asked.join('&')}` : ''}`;
  const headers = {
    'content-type': TYPES[dress % TYPES.length]!,
    ...(authorization !== undefined && { authorization }),
  };
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(method !== 'GET' && { body: text }),
  });
  const said = await answer.text();
  const fault =
    faultOf(answer.status, said, who === 'nobody' && isGuarded(path)) ??
    notDescribed(route, answer, said);
  return fault && `${who} ${method} ${url.slice(0, 300)} ${text.slice(0, 300)}: ${fault}`;
};

const isGuarded = (path: string): boolean =>
  /^\/(me|pit|staff|operator)(\/|$)/.test(path) && path !== '/staff/sign-in';

const STATUSES: Readonly<Record<string, number>> = {
  ...HTTP_REFUSALS,
  ...STAFF_HTTP_REFUSALS,
  ...OPERATOR_REFUSALS,
  ...LAUNCH_REFUSALS,
  ...FEED_REFUSALS,
  ...BAR_REFUSALS,
  ...CASE_REFUSALS,
  ...DRAIN_REFUSALS,
  ...LIMIT_REFUSALS,
  ...STUDIO_TABLE_REFUSALS,
  ...OPERATOR_CHANGE_REFUSALS,
  ...ROTA_REFUSALS,
  ...SHIFT_NOTE_REFUSALS,
};
/** How often what was answered. */
const answers: Record<string, number> = {};

const faultOf = (status: number, said: string, isStranger: boolean): string | undefined => {
  const error = status < 400 ? 'none' : (/"error":"(\w+)"/.exec(said)?.[1] ?? 'unnamed');
  answers[`${status} ${error}`] = (answers[`${status} ${error}`] ?? 0) + 1;
  // Whoever is sent elsewhere has got nothing.
  const isLetIn = status < 300;
  const isRight =
    error === 'none' ? !(isStranger && isLetIn) : STATUSES[error] === status && status !== 500;
  return isRight ? undefined : `${status} ${said.slice(0, 300)}`;
};

/** What the description of the routes does not say of an answer. A junk path is another route's. */
const notDescribed = (
  { path, answers: described, headers: carried }: Route,
  { status, url, headers }: Response,
  said: string,
): string | undefined => {
  if (isElsewhere(path, url)) return undefined;
  const key = described.has(String(status)) ? String(status) : 'default';
  if (!described.has(key) || (status < 400 && key === 'default')) {
    return `${status} is not described: ${[...described.keys()].join()}`;
  }
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  const strange = strangeHeader(carried.get(key)!, headers);
  if (strange !== undefined) return `${status} with ${strange}: ${headers.get(strange)}`;
  const takes = described.get(key);
  if (isJson !== (takes !== undefined)) return `${status} of ${headers.get('content-type')}`;
  if (takes === undefined || takes(JSON.parse(said))) return undefined;
  return `${status} is not as described: ${JSON.stringify(takes.errors)} ${said.slice(0, 300)}`;
};

/** Of the headers that a caller goes by, one that is not as described. */
const strangeHeader = (described: DescribedHeaders, headers: Headers): string | undefined =>
  ['Cache-Control', 'Content-Disposition', 'Retry-After'].find((name) => {
    const value = headers.get(name);
    const of = described[name];
    if (of === undefined) return value !== null;
    if (value === null) return of.required === true;
    return !ajv.validate(of.schema, /^\d+$/.test(value) ? Number(value) : value);
  });

const isElsewhere = (path: string, url: string): boolean =>
  partsOf(new URL(url).pathname).length !== partsOf(path).length;

/** A slash at the end changes no route. */
const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

it('each request is answered as the protocol says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRequest, { minLength: 1, maxLength: AT_ONCE, size: 'max' }),
      async (requests) => {
        const wrong = await Promise.all(requests.map(send));
        expect(wrong.filter((each) => each !== undefined)).toEqual([]);
        expect(rejections.splice(0)).toEqual([]);
        expect(studio.log).toBe('');
      },
    ),
    { numRuns: Math.ceil((2 * REQUESTS) / AT_ONCE) },
  );
  console.log(JSON.stringify(answers));
}, 600_000);
