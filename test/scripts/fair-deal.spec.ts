/**
 * Fair deals as a stranger has programmed them, from docs/fair-deal.md alone, in Python: the same
 * decks, the same verdicts on the same proofs, in both directions. And `npm run verify-deal`.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type TestContext, afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Python, findPython } from '../../scripts/setup/debian.js';
import { checkProof } from '../../src/chance/check-proof.js';
import { type Deal, deckOf } from '../../src/chance/deck.js';
import { commitmentOf, newOpening } from '../../src/chance/opening.js';
import { hashStream } from '../../src/simulator/hash-stream.js';
import { SOLO_GAMES } from '../../src/solo/game.js';
import type { PlainObject } from '../../src/solo/plain.js';
import { provenHand } from '../kit/proven-hands.js';
import { ROOT } from '../kit/source-file.js';
import { spoiltProofs } from '../kit/spoilt-proofs.js';

let python: Python;
const folder = mkdtempSync(path.join(tmpdir(), 'sabot-fair-deal-'));

beforeAll(async () => {
  python = await findPython();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the Python program answers. */
const ask = async (
  ctx: TestContext,
  args: readonly string[],
  given?: unknown,
): Promise<unknown> => {
  if (python.trouble !== undefined) return ctx.skip(`there is no Python here: ${python.trouble}`);
  const program = path.join(ROOT, 'test/python/fair_deal.py');
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...python.env };
  const child = spawn(python.file, [program, ...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(given === undefined ? '' : JSON.stringify(given));
  child.stdout.setEncoding('utf8');
  let printed = '';
  for await (const text of child.stdout) printed += String(text);
  return JSON.parse(printed);
};

const proofs = SOLO_GAMES.flatMap((game) =>
  Array.from({ length: 40 }, (_, number) => provenHand(game, `hand ${number}`)),
);

describe('a stranger’s program', () => {
  it('has a generator that gives NIST’s known answers', async (ctx) => {
    const file = path.join(ROOT, 'test/vectors/hmac-drbg-sha256.rsp');
    expect(await ask(ctx, ['known', file])).toEqual([10]);
  });

  it('deals the same decks', async (ctx) => {
    const deals = SOLO_GAMES.flatMap((game) =>
      Array.from({ length: 20 }, (_, number): { deal: Deal; opening: Uint8Array } => {
        const rest = { rules: 'any', hand: String(100_000_000_000 + number) };
        return {
          deal:
            game === 'blackjack'
              ? { ...rest, game, cut: (number * 131) % 312 }
              : { ...rest, game, seed: ` ~!"|${number}` },
          opening: newOpening(game, hashStream(`deck ${number}`)),
        };
      }),
    );
    const asked = deals.map(({ deal, opening }) => ({
      ...deal,
      opening: Buffer.from(opening).toString('hex'),
    }));
    expect(await ask(ctx, ['deal'], asked)).toEqual(
      deals.map(({ deal, opening }) => ({
        commitment: commitmentOf(opening),
        deck: deckOf(deal, opening),
      })),
    );
  });

  it('finds our proofs in order', async (ctx) => {
    const found = (await ask(ctx, ['check'], proofs)) as unknown[];
    expect(found).toEqual(proofs.map(() => null));
  });

  it('makes proofs of its own that we find in order, the same as ours', async (ctx) => {
    const played = proofs.map((proof) => {
      const given: Record<string, unknown> = { ...proof };
      for (const name of ['version', 'commitment', 'events']) delete given[name];
      return given;
    });
    const made = (await ask(ctx, ['prove'], played)) as PlainObject[];
    expect(made).toEqual(JSON.parse(JSON.stringify(proofs)));
    expect(made.filter((proof) => !checkProof(proof).ok)).toEqual([]);
  });

  it('names the same fault of every proof that was spoilt', async (ctx) => {
    const spoilt = spoiltProofs();
    expect(
      await ask(
        ctx,
        ['check'],
        spoilt.map(({ proof }) => proof),
      ),
    ).toEqual(spoilt.map(({ fault }) => fault));
  });
});

describe('npm run verify-deal', () => {
  const verify = async (...files: readonly string[]) => {
    const args = ['scripts/run.mjs', 'verify-deal', ...files];
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
      return { code: 0, stdout, stderr };
    } catch (error) {
      return error as { code: number; stdout: string; stderr: string };
    }
  };

  it('says of each proof whether it holds, and what is wrong with one that does not', async () => {
    const whole = path.join(folder, 'whole.json');
    writeFileSync(whole, JSON.stringify(proofs[0]));
    const good = await verify(whole);
    expect(good).toMatchObject({ code: 0 });
    expect(good.stdout).toContain(`commitment that you saw before the stakes must be`);

    const spoilt = spoiltProofs().map(({ fault, proof }) => {
      const file = path.join(folder, `${fault}.json`);
      writeFileSync(file, JSON.stringify(proof));
      return { fault, file };
    });
    const missing = path.join(folder, 'missing.json');
    const bad = await verify(whole, ...spoilt.map(({ file }) => file), missing);
    expect(bad.code).toBe(1);
    for (const { fault, file } of spoilt) {
      expect(bad.stderr).toMatch(new RegExp(`✘ ${file}: [A-Z].*\\. \\[${fault}\\]`));
    }
    expect(bad.stderr).toContain(`✘ ${missing}: The file cannot be read.`);
    expect(bad.stdout).toContain(`✔ ${whole}`);
  });
});
