/** Feeds that are pushed to operators: in order and at least once, whatever their receivers do. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WalletServer } from '../../src/operator-simulator/wallet-server.js';
import { WebhookReceiver } from '../../src/operator-simulator/webhook-receiver.js';
import type { WebhookFeed } from '../../src/protocol/operator-feeds.js';
import { studioKey } from '../../src/wallet/studio-key.js';
import type { Staff } from '../kit/clients.js';
import { Operator, asOwner } from '../kit/operator.js';
import { takesRealMoney } from '../kit/operator-players.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { JWT_KEY, QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({
  tables: { 'pb-1': QUICK, 'pb-2': QUICK },
  env: { TABLE_LEASE_MS: '60000' }, // a table stays with the studio where time passes by minutes
});
const PATIENT = { everyMs: 20, withinMs: 150_000 };
const STUDIO = studioKey(new TextEncoder().encode(JWT_KEY)).publicKey;
const nowMs = () => testbed.clock.nowMs();
let studio: Studio;
let dealer: Staff;

/** An operator with a receiver at `url`. */
class Pushed {
  private constructor(
    readonly operator: Operator,
    readonly server: WalletServer,
    readonly receiver: WebhookReceiver,
  ) {}

  static async open(id: string, feeds: readonly WebhookFeed[]): Promise<Pushed> {
    const operator = await Operator.open(testbed, id);
    const key = { kid: operator.kid, key: operator.key };
    const server = await WalletServer.start({ studio: STUDIO, key, nowMs, lateMs: 0 });
    const receiver = new WebhookReceiver({ studio: STUDIO, nowMs });
    server.desk = (...asked) => receiver.serve(...asked);
    const pushed = new Pushed(operator, server, receiver);
    await pushed.set({ url: pushed.url, feeds: [...feeds] });
    await operator.post(studio, '/operator/launch', { player: 'anna', currency: 'EUR' });
    return pushed;
  }

  get url(): string {
    return new URL('/webhook', this.server.url).href;
  }

  async set(change: Parameters<Parameters<Parameters<typeof asOwner>[1]>[0]['webhook']>[1]) {
    const done = await asOwner(testbed, (operators) => operators.webhook(this.operator.id, change));
    expect(done).toMatchObject({ id: this.operator.id });
  }

  /** Until it is answered: a movement happens once. */
  deposit(movementId: string): Promise<true> {
    return eventually('the deposit is done', async () => {
      const whom = { player: 'anna', currency: 'EUR', exponent: 2 };
      const order = { ...whom, movementId, amount: '100' };
      const { status } = await this.operator.post(studio, '/operator/deposit', order);
      return status === 200;
    });
  }

  ids(feed: WebhookFeed): readonly string[] {
    return this.receiver.lines.filter((line) => line.feed === feed).map(({ id }) => id);
  }

  /** Time goes on meanwhile. */
  has(feed: WebhookFeed, ids: readonly string[]): Promise<true> {
    return eventually(
      `${ids.length} lines of ${feed} have come`,
      async () => {
        await testbed.advance(250);
        return this.ids(feed).length >= ids.length;
      },
      PATIENT,
    ).then(() => {
      expect(this.ids(feed)).toEqual(ids);
      return true;
    });
  }
}

/** Where a receiver's redirects lead to, and how many calls came there. */
const elsewhere = createServer((_, response) => {
  redirected += 1;
  response.writeHead(204).end();
});
let redirected = 0;
let acme: Pushed;
let brand: Pushed;

beforeAll(async () => {
  await takesRealMoney(testbed);
  await new Promise<void>((resolve) => {
    elsewhere.listen(0, '127.0.0.1', resolve);
  });
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  acme = await Pushed.open('acme', ['movements', 'results', 'lobby']);
  brand = await Pushed.open('brand', ['movements']);
  const { port } = elsewhere.address() as AddressInfo;
  brand.receiver.elsewhere = `http://127.0.0.1:${port}/`;
});

afterAll(async () => {
  await acme.server.stop();
  await brand.server.stop();
  await new Promise((resolve) => elsewhere.close(resolve));
});

beforeEach(() => {
  for (const { receiver } of [acme, brand]) {
    receiver.isDead = false;
    receiver.faultOf = () => undefined;
    receiver.beforeAnswer = () => Promise.resolve();
  }
});

const play = async (): Promise<string> => {
  const { game, seq } = await dealer.openBetting();
  await dealer.betsClosed(seq);
  await dealer.deal('2h 7c Kd Ks 4s');
  await dealer.next('round_settled', { after: seq });
  return game;
};

/** In steps that are shorter than the time within which a feed is kept by its process. */
const tenMinutes = async (): Promise<void> => {
  for (let minute = 0; minute < 10; minute += 1) await testbed.advance(60_000, 30);
};

const age = async (): Promise<number> => {
  const { rows } = await testbed.pool.query<{ age: number }>(
    `select extract(epoch from studio_clock() - min(behind_since))::float8 as age from webhook_places`,
  );
  return rows[0]!.age;
};

const measured = async (metric: string): Promise<number> => {
  const text = await (await fetch(`${studio.operationsUrl}/metrics`)).text();
  return Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1]);
};

describe('a webhook', () => {
  it('gets each feed that was asked for, signed by the studio, each line once', async () => {
    const game = await play();
    await acme.deposit('d-1');
    await acme.deposit('d-2');
    await brand.deposit('d-1');
    await acme.has('movements', ['d-1', 'd-2']);
    await acme.has('results', [`${game}.0`]);
    await brand.has('movements', ['d-1']);
    await eventually('the lobby came', async () => {
      await testbed.advance(250);
      return acme.ids('lobby').length >= 2;
    });
    expect(acme.ids('lobby').map((id) => id.split(' ')[0])).toEqual(
      expect.arrayContaining(['pb-1', 'pb-2']),
    );
    expect(brand.receiver.lines.map(({ feed }) => feed)).toEqual(['movements']);
    for (const { receiver } of [acme, brand]) {
      expect([receiver.refused, receiver.repeats]).toEqual([0, 0]);
    }
  });

  it('says by its cursor where the feed is read on', async () => {
    const next = acme.receiver.next.get('movements');
    await acme.deposit('d-3');
    await acme.has('movements', ['d-1', 'd-2', 'd-3']);
    const { text } = await acme.operator.read(studio, `/operator/movements?after=${next}`);
    expect(text.split('\n').slice(0, -2)).toEqual([expect.stringContaining('"d-3"')]);
  });

  it('that is nobody’s is not taken by the receiver', async () => {
    const before = acme.receiver.refused;
    const body = JSON.stringify({ feed: 'movements', movements: [] });
    const response = await fetch(acme.url, { method: 'POST', body });
    expect(response.status).toBe(401);
    expect(acme.receiver.refused).toBe(before + 1);
  });
});

describe('a receiver that', () => {
  it.each(['error_500', 'lost_after', 'redirects', 'silent'] as const)(
    'fails (%s) gets the same lines again, in their order, and the others what is theirs',
    async (fault) => {
      const before = brand.ids('movements');
      const others = acme.ids('movements');
      let left = 3;
      redirected = 0;
      brand.receiver.faultOf = () => ((left -= 1) >= 0 ? fault : undefined);
      const ids = Array.from({ length: 5 }, () => randomUUID());
      for (const id of ids) await brand.deposit(id);
      await acme.deposit(`beside-${fault}`);
      await acme.has('movements', [...others, `beside-${fault}`]);
      await brand.has('movements', [...before, ...ids]);
      await eventually('a call was taken after the faults', async () => {
        await testbed.advance(250);
        return left < 0;
      });
      expect(redirected).toBe(0);
      if (fault === 'lost_after') expect(brand.receiver.repeats).toBeGreaterThan(0);
    },
  );

  it('is dead for a while is asked seldom, costs the others nothing, and gets all of it', async () => {
    const before = brand.ids('movements');
    const others = acme.ids('movements');
    brand.receiver.isDead = true;
    const calls = brand.receiver.calls;
    const ids = Array.from({ length: 120 }, (_, index) => `dead-${index}`);
    for (const id of ids) await brand.deposit(id);
    // Ten minutes: pauses of 1, 2, 4, … 256 s make nine tries, and not six hundred.
    await tenMinutes();
    await acme.deposit('beside-dead');
    await acme.has('movements', [...others, 'beside-dead']);
    expect(brand.receiver.calls - calls).toBeLessThan(15);
    expect(await age()).toBeGreaterThan(590);
    await eventually('the metric says so', async () => {
      await testbed.advance(1_000);
      return (await measured('sabot_webhook_age_seconds')) > 590;
    });
    const [listed] = (await asOwner(testbed, (operators) => operators.list())).filter(
      ({ id }) => id === 'brand',
    );
    expect(Number(listed!.behindSinceMs)).toBeLessThan(nowMs() - 590_000);
    brand.receiver.isDead = false;
    await testbed.advance(300_000);
    await brand.has('movements', [...before, ...ids]);
    await eventually('nothing waits', async () => {
      await testbed.advance(250);
      return (await age()) === null;
    });
  });
});

describe('the settings', () => {
  it('are shown to the operator, and each change is in the log of the staff', async () => {
    const { body } = await brand.operator.get(studio, '/operator/self');
    expect(body['webhook']).toEqual({ url: brand.url, feeds: ['movements'], isOn: true });
    await brand.set({ isOn: false });
    const { rows } = await testbed.pool.query<{ before: unknown; after: unknown }>(
      `select before, after from staff_actions where subject = 'brand' and operation = 'operator:webhook' order by seq`,
    );
    const on = { url: brand.url, feeds: ['movements'], isOn: true };
    expect(rows).toEqual([
      { before: null, after: on },
      { before: on, after: { ...on, isOn: false } },
    ]);
    const none = await asOwner(testbed, (operators) => operators.webhook('nobody', {}));
    expect(none).toBe('unknown_operator');
    await Operator.open(testbed, 'plain');
    const plain = await asOwner(testbed, (operators) => operators.webhook('plain', { isOn: true }));
    expect(plain).toBe('no_webhook');
  });

  it('that turn it off keep its place: what comes meanwhile is pushed once it is on', async () => {
    const before = brand.ids('movements');
    await brand.deposit('while-off');
    const others = acme.ids('movements');
    await acme.deposit('beside-off');
    await acme.has('movements', [...others, 'beside-off']);
    expect(brand.ids('movements')).toEqual(before);
    await brand.set({ isOn: true });
    await brand.has('movements', [...before, 'while-off']);
  });

  it('of a feed that is new begin now, and not with what was', async () => {
    await brand.set({ feeds: ['movements', 'results'] });
    const game = await play();
    await brand.has('results', [`${game}.0`]);
  });
});

describe('a transaction that stays open, of whatever database of that Postgres', () => {
  it('holds the feeds of all operators up, and the metric says for how long', async () => {
    const shown = () => [
      ...acme.ids('movements'),
      ...acme.ids('results'),
      ...brand.ids('movements'),
    ];
    const [ofAcme, ofBrand, before] = [acme.ids('movements'), brand.ids('movements'), shown()];
    const another = new URL('/postgres', testbed.database.url).href;
    const game = await asSuperuser({ url: another }, async (other) => {
      await other.query('begin; select pg_current_xact_id()');
      const played = await play();
      await acme.deposit('held-1');
      await brand.deposit('held-2');
      await tenMinutes();
      await eventually('the metric says so', async () => {
        await testbed.advance(1_000);
        return (await measured('sabot_feed_held_seconds')) > 590;
      });
      // No call failed, and no line waits that could have been sent.
      expect(await age()).toBeNull();
      expect(shown()).toEqual(before);
      return played;
    });
    await acme.has('movements', [...ofAcme, 'held-1']);
    await brand.has('movements', [...ofBrand, 'held-2']);
    await eventually('the result came', async () => {
      await testbed.advance(250);
      return acme.ids('results').includes(`${game}.0`);
    });
    await eventually('the metric falls', async () => {
      await testbed.advance(1_000);
      return (await measured('sabot_feed_held_seconds')) < 590;
    });
  });
});
