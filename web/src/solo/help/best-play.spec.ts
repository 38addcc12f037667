import { expect, test } from 'vitest';
import { basicStrategy, playing, totalName } from '../../../../src/blackjack/basic-strategy.js';
import { KINDS } from '../../../../src/blackjack/kinds.js';
import {
  BLACKJACK_PAYTABLES,
  CURRENT_BLACKJACK_PAYTABLE,
} from '../../../../src/blackjack/paytable.js';
import { blackjackReturn, insuranceReturn } from '../../../../src/blackjack/returns.js';
import { percentText } from '../../../../src/money/fraction.js';
import {
  CURRENT_PUNTO_E_BANCO_PAYTABLE,
  PUNTO_E_BANCO_PAYTABLES,
} from '../../../../src/punto-e-banco/paytable.js';
import { puntoEBancoReturns } from '../../../../src/punto-e-banco/returns.js';
import { PUNTO_E_BANCO_SPOTS } from '../../../../src/punto-e-banco/spot.js';
import {
  CURRENT_SETTE_E_MEZZO_PAYTABLE,
  SETTE_E_MEZZO_PAYTABLES,
} from '../../../../src/sette-e-mezzo/paytable.js';
import { strategy } from '../../../../src/sette-e-mezzo/strategy.js';
import { setteEMezzoReturn } from '../../../../src/sette-e-mezzo/tree.js';
import { IS_QUICK } from '../../../../test/kit/runs.js';
import { BLACKJACK_PLAY, EXACT_RETURNS, SETTE_E_MEZZO_PLAY } from './best-play.js';

test('Punto e Banco is printed as it is counted', () => {
  const counted = puntoEBancoReturns(PUNTO_E_BANCO_PAYTABLES[CURRENT_PUNTO_E_BANCO_PAYTABLE]);
  for (const spot of PUNTO_E_BANCO_SPOTS) {
    expect(EXACT_RETURNS.punto_e_banco[spot]).toBe(percentText(counted[spot], 7));
  }
});

test('Sette e Mezzo is printed as it is counted', () => {
  const paytable = SETTE_E_MEZZO_PAYTABLES[CURRENT_SETTE_E_MEZZO_PAYTABLE];
  expect(EXACT_RETURNS.sette_e_mezzo.best).toBe(percentText(setteEMezzoReturn(paytable), 7));
  const cells = strategy(paytable);
  for (const { bank, halfPoints, best, isForced, unless } of cells) {
    const row = SETTE_E_MEZZO_PLAY.find(({ name }) => name === bank);
    const choice = `${best === 'draw' ? 'C' : 'S'}${unless.length > 0 ? '*' : ''}`;
    expect(row?.cells.split(' ')[halfPoints - 1], `${bank} ${halfPoints}`).toBe(
      isForced ? '!' : choice,
    );
  }
  expect(cells).toHaveLength(SETTE_E_MEZZO_PLAY.length * 14);
});

test.skipIf(IS_QUICK)('Blackjack is printed as it is counted', () => {
  const paytable = BLACKJACK_PAYTABLES[CURRENT_BLACKJACK_PAYTABLE];
  const tables = basicStrategy(paytable);
  const banks = [...KINDS.keys()].slice(1).concat(0); // the ace last
  const total = (from: number, isSoft: boolean) =>
    banks.map((bank) => {
      const { stands, doubles } = tables[bank]!;
      const name = totalName(from, isSoft);
      if (doubles.has(name)) return stands.has(name) ? 'DS' : 'D';
      return stands.has(name) ? 'S' : 'C';
    });
  const splits = (kind: number) =>
    banks.map((bank) => (tables[bank]!.splits.has(kind) ? 'P' : '–'));
  const counted = [
    ...Array.from({ length: 16 }, (_, index) => total(20 - index, false)),
    ...Array.from({ length: 8 }, (_, index) => total(20 - index, true)),
    ...KINDS.map((_, kind) => splits(kind)),
  ];
  expect(BLACKJACK_PLAY.map(({ cells }) => cells)).toEqual(counted.map((row) => row.join(' ')));
  const percent = (value: number) => (value * 100).toFixed(4);
  expect(EXACT_RETURNS.blackjack).toEqual({
    table: percent(blackjackReturn(paytable, (bank) => playing(tables[bank]!))),
    cards: percent(blackjackReturn(paytable)),
    insurance: percentText(insuranceReturn(paytable), 4),
  });
});
