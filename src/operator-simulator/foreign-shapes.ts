/**
 * How wallets of other protocols hear a request and say their answer: written from the wallet's
 * side after the published documents, with sums of its own. The adapter's are tried by them.
 */
import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createVerify,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { WalletReason } from '../protocol/wallet.js';
import type { BookAnswer } from './book.js';

interface ForeignRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Own {
  /** Of players who may play by this session alone. */
  readonly sessions: ReadonlyMap<string, string>;
  readonly secret: string;
  readonly currency: string;
  readonly exponent: number;
}

type Booked = BookAnswer & {
  /** Of one that comes in: by which the player plays from now on. */
  readonly session?: string;
  /** A cancel of what never came. */
  readonly isStray: boolean;
};

export interface HeardRequest {
  /** Of what is about a round: whether nothing more of it follows. */
  readonly round?: { readonly id: string; readonly isClosed: boolean } | undefined;
  readonly player: string;
  /** Undefined where the protocol says none of it. */
  readonly session: string | undefined;
  /** The player comes in. */
  readonly opens: boolean;
  /** Undefined where the balance is asked for, or nothing moves. */
  readonly movement:
    | {
        readonly movementId: string;
        readonly kind: 'debit' | 'credit' | 'cancel' | 'adjust';
        readonly total: bigint;
        readonly refers?: string;
      }
    | undefined;
  readonly answer: (booked: Booked) => { readonly status: number; readonly body: string };
}

interface ForeignShape {
  /** A player who comes in has another session from then on. */
  readonly renews: boolean;
  /** Undefined for what nobody has signed who may, or what has another form. */
  readonly hear: (request: ForeignRequest, own: Own) => HeardRequest | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (body: string): Fields => {
  try {
    return JSON.parse(body) as Fields;
  } catch {
    return {};
  }
};

const textOf = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

const KINDS: Readonly<Record<string, 'debit' | 'credit' | 'cancel' | 'adjust'>> = {
  bet: 'debit',
  debit: 'debit',
  win: 'credit',
  result: 'credit',
  credit: 'credit',
  rollback: 'cancel',
  refund: 'cancel',
  cancel: 'cancel',
  adjustment: 'adjust',
};

/** Cents of a text with a point, so many decimals behind it. */
const centsOf = (text: string, exponent: number): bigint => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const cents =
    BigInt(whole) * 10n ** BigInt(exponent) +
    BigInt(part.slice(0, exponent).padEnd(exponent, '0') || '0');
  return text.startsWith('-') ? -cents : cents;
};

const pointed = (cents: bigint, exponent: number): string => {
  const unit = 10n ** BigInt(exponent);
  if (exponent === 0) return `${cents}`;
  return `${cents / unit}.${(cents % unit).toString().padStart(exponent, '0')}`;
};

/** The digits of a number in a body, as they stand there. */
const digitsOf = (body: string, name: string): string =>
  new RegExp(`"${name}":(-?[\\d.]+)`).exec(body)?.[1] ?? '0';

const HUB88_CODES: Readonly<Partial<Record<WalletReason, string>>> = {
  funds: 'RS_ERROR_NOT_ENOUGH_MONEY',
  limit: 'RS_ERROR_LIMIT_REACHED',
  blocked: 'RS_ERROR_USER_DISABLED',
  session: 'RS_ERROR_INVALID_TOKEN',
};

const hub88: ForeignShape = {
  renews: false,
  hear({ path, headers, body }, { secret, currency, exponent }) {
    const key = createPublicKey(createPrivateKey(secret));
    const signature = String(headers['x-hub88-signature']);
    if (!createVerify('RSA-SHA256').update(body).verify(key, signature, 'base64')) return undefined;
    const fields = fieldsOf(body);
    const player = textOf(fields, 'user');
    const verb = path.split('/').at(-1)!;
    const kind = KINDS[verb];
    const isMoney = kind === 'debit' || kind === 'credit';
    if (isMoney && fields['currency'] !== currency) return undefined;
    const unit = 10n ** BigInt(5 - exponent);
    const refers = textOf(fields, 'reference_transaction_uuid');
    const total = isMoney ? BigInt(digitsOf(body, 'amount')) / unit : 0n;
    // It says who the user is, by no token, and has no balance.
    if (verb === 'info') return undefined;
    return {
      ...{ player, opens: false, session: textOf(fields, 'token') },
      round: { id: textOf(fields, 'round'), isClosed: fields['round_closed'] === true },
      movement:
        kind === undefined
          ? undefined
          : {
              ...{ movementId: textOf(fields, 'transaction_uuid'), kind, total },
              ...(refers !== '' && { refers }),
            },
      answer: (booked) => {
        const id = `"user":${JSON.stringify(player)},"request_uuid":${JSON.stringify(fields['request_uuid'])}`;
        if (booked.status === 'refused') {
          const code = HUB88_CODES[booked.reason] ?? 'RS_ERROR_UNKNOWN';
          return { status: 200, body: `{"status":"${code}",${id}}` };
        }
        const code = booked.isStray ? 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST' : 'RS_OK';
        const balance = booked.balance * unit;
        return {
          status: 200,
          body: `{"status":"${code}",${id},"currency":"${currency}","balance":${balance}}`,
        };
      },
    };
  },
};

const SOFTSWISS_CODES: Readonly<Partial<Record<WalletReason, string>>> = {
  funds: '100',
  session: '101',
  limit: '105',
  blocked: '110',
};

const softswiss: ForeignShape = {
  renews: false,
  hear({ headers, body }, { secret, currency }) {
    const due = createHmac('sha256', secret).update(body).digest('hex');
    if (headers['x-request-sign'] !== due) return undefined;
    const fields = fieldsOf(body);
    if (fields['currency'] !== currency) return undefined;
    const [action] = (fields['actions'] ?? []) as readonly Fields[];
    const id = action === undefined ? '' : textOf(action, 'action_id');
    const kind = action === undefined ? undefined : KINDS[textOf(action, 'action')];
    const refers = action === undefined ? '' : textOf(action, 'original_action_id');
    return {
      player: textOf(fields, 'user_id'),
      ...{ session: textOf(fields, 'session_id'), opens: false },
      round: { id: textOf(fields, 'game_id'), isClosed: fields['finished'] === true },
      movement:
        kind === undefined
          ? undefined
          : {
              ...{ movementId: id, kind },
              total: kind === 'cancel' ? 0n : BigInt(digitsOf(body, 'amount')),
              ...(refers !== '' && { refers }),
            },
      answer: (booked) => {
        if (booked.status === 'refused') {
          const code = SOFTSWISS_CODES[booked.reason] ?? '500';
          return { status: 412, body: `{"code":${code},"message":"refused"}` };
        }
        const done = id === '' ? '' : `{"action_id":${JSON.stringify(id)},"tx_id":"tx-${id}"}`;
        return { status: 200, body: `{"balance":${booked.balance},"transactions":[${done}]}` };
      },
    };
  },
};

const EVOLUTION_CODES: Readonly<Partial<Record<WalletReason, string>>> = {
  funds: 'INSUFFICIENT_FUNDS',
  blocked: 'ACCOUNT_LOCKED',
  session: 'FINAL_ERROR_ACTION_FAILED',
};
const EVOLUTION_REPEATS: Readonly<Record<string, string>> = {
  debit: 'BET_ALREADY_EXIST',
  credit: 'BET_ALREADY_SETTLED',
};

const evolution: ForeignShape = {
  renews: true,
  hear({ path, query, body }, { secret, currency, exponent }) {
    const fields = fieldsOf(body);
    const verb = path.slice(1);
    const opens = verb === 'check';
    if (query.get('authToken') !== secret) return undefined;
    if (!opens && fields['currency'] !== currency) return undefined;
    const kind = KINDS[verb];
    const transaction = (fields['transaction'] ?? {}) as Fields;
    return {
      ...{ player: textOf(fields, 'userId'), session: textOf(fields, 'sid'), opens },
      movement:
        kind === undefined
          ? undefined
          : {
              ...{ movementId: textOf(transaction, 'id'), kind },
              total: kind === 'cancel' ? 0n : centsOf(digitsOf(body, 'amount'), exponent),
              refers: textOf(transaction, 'refId'),
            },
      answer: (booked) => {
        const uuid = `"uuid":${JSON.stringify(fields['uuid'])}`;
        if (booked.status === 'refused') {
          const code = EVOLUTION_CODES[booked.reason] ?? 'UNKNOWN_ERROR';
          return { status: 200, body: `{"status":"${code}",${uuid}}` };
        }
        if (opens) {
          const sid = JSON.stringify(booked.session ?? fields['sid']);
          return { status: 200, body: `{"status":"OK","sid":${sid},${uuid}}` };
        }
        const code = booked.isStray
          ? 'BET_DOES_NOT_EXIST'
          : booked.replay
            ? (EVOLUTION_REPEATS[verb] ?? 'OK')
            : 'OK';
        const balance = `${pointed(booked.balance, exponent)}0000`;
        return { status: 200, body: `{"status":"${code}",${uuid},"balance":${balance}}` };
      },
    };
  },
};

const PRAGMATIC_CODES: Readonly<Partial<Record<WalletReason, string>>> = {
  funds: '1',
  session: '2',
  blocked: '6',
  limit: '50',
};

const pragmatic: ForeignShape = {
  renews: true,
  hear({ path, body }, { secret, currency, exponent, sessions }) {
    const form = new URLSearchParams(body);
    const hash = form.get('hash');
    form.delete('hash');
    form.sort();
    const text = [...form].map(([name, value]) => `${name}=${value}`).join('&');
    if (createHash('md5').update(`${text}${secret}`).digest('hex') !== hash) return undefined;
    const kind = KINDS[path.slice(1).replace('.html', '')];
    const reference = form.get('reference') ?? '';
    const isRefund = kind === 'cancel';
    const opens = path === '/authenticate.html';
    const session = form.get('token') ?? '';
    // Whoever comes in is known by the token alone.
    const named = opens
      ? [...sessions].find(([, its]) => its === session)?.[0]
      : form.get('userId');
    const player = named ?? '';
    return {
      ...{ player, session, opens },
      movement:
        kind === undefined
          ? undefined
          : {
              ...{ movementId: isRefund ? `${reference}.refund` : reference, kind },
              total: isRefund ? 0n : centsOf(form.get('amount') ?? '0', exponent),
              ...(isRefund && { refers: reference }),
            },
      answer: (booked) => {
        if (booked.status === 'refused') {
          const code = PRAGMATIC_CODES[booked.reason] ?? '120';
          return { status: 200, body: `{"error":${code},"description":"refused"}` };
        }
        const of = `"transactionId":"t-${reference}","error":0,"description":"Success"`;
        const cash = pointed(booked.balance, exponent);
        const came = opens
          ? `,"userId":${JSON.stringify(player)},"token":${JSON.stringify(booked.session ?? session)}`
          : '';
        return {
          status: 200,
          body: isRefund
            ? `{${of}}`
            : `{${of},"currency":"${currency}","cash":${cash},"bonus":0.00${came}}`,
        };
      },
    };
  },
};

export const FOREIGN_SHAPES = { hub88, softswiss, evolution, pragmatic } as const satisfies Record<
  string,
  ForeignShape
>;
export type ForeignProtocol = keyof typeof FOREIGN_SHAPES;
