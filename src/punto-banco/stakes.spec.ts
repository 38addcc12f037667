import { describe, expect, it } from 'vitest';
import { type Amount, amount } from '../money/amount.js';
import type { Spot } from './spot.js';
import { NO_STAKES, addStakes, mainStake, readStakes, stakeOn, takeStakes } from './stakes.js';

const stakes = (entries: Partial<Record<Spot, number>>) =>
  new Map(Object.entries(entries).map(([spot, stake]) => [spot as Spot, amount(stake)]));

describe('stakes', () => {
  const lying = stakes({ punto: 300, egalite: 200, super_6: 100, punto_pair: 50 });

  it('are zero where nothing is staked', () => {
    expect(stakeOn(lying, 'punto')).toBe(300n);
    expect(stakeOn(lying, 'banco')).toBe(0n);
    expect(stakeOn(NO_STAKES, 'punto')).toBe(0n);
  });

  it('on Punto, Banco and Egalité are the main stake', () => {
    expect(mainStake(lying)).toBe(500n);
    expect(mainStake(NO_STAKES)).toBe(0n);
  });

  it('are read from the wire as whole minor units, and from no other names', () => {
    const wire = { punto: '300', super_6: '900000000000000001', dealer: '5' };
    expect(readStakes(wire)).toEqual(
      new Map<Spot, bigint>([
        ['punto', 300n],
        ['super_6', 900_000_000_000_000_001n],
      ]),
    );
    expect(readStakes({})).toEqual(NO_STAKES);
  });

  it('add up spot by spot and leave the earlier stakes unchanged', () => {
    const after = addStakes(lying, stakes({ punto: 1, banco: 2 }));
    expect(after).toEqual(new Map<Spot, Amount>([...lying, ...stakes({ punto: 301, banco: 2 })]));
    expect(stakeOn(lying, 'punto')).toBe(300n);
  });

  it('no longer list a spot from which everything was taken', () => {
    const after = takeStakes(lying, stakes({ punto: 300, egalite: 50 }));
    expect(after).toEqual(stakes({ egalite: 150, super_6: 100, punto_pair: 50 }));
  });
});
