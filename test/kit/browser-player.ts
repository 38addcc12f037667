/** A player at a page: what it shows, and what a person does with it. */
import type { Locator, Page } from 'playwright-core';
import type { Spot } from '../../src/punto-banco/spot.js';
import { eventually } from './studio.js';

export type PanelName =
  | 'lobby'
  | 'chat'
  | 'bets'
  | 'history'
  | 'cashier'
  | 'settings'
  | 'safety'
  | 'help';
type CommandName = 'Undo' | 'Clear' | 'Repeat' | 'Double';

/** The stakes on the spots, in cents. Spots without a stake are left out. */
export type ShownStakes = Readonly<Partial<Record<Spot, bigint>>>;

/**
 * What Chromium itself complains of when a connection is cut, and when the studio refuses a
 * request.
 */
export const LOST_CONNECTION = /WebSocket|ERR_(CONNECTION|INTERNET|EMPTY_RESPONSE|SOCKET)/;
export const REFUSED_REQUEST = /status of 40[13]/;

export class BrowserPlayer {
  /** Errors in the page, and whatever it complained of. */
  readonly faults: string[] = [];
  /** Complaints that a test causes on purpose. */
  forgiven: RegExp | undefined;

  constructor(
    readonly page: Page,
    readonly id: string,
    readonly token: string,
    readonly table: string,
  ) {
    page.on('pageerror', ({ message }) => this.faults.push(message));
    page.on('console', (said) => {
      if (said.type() !== 'error' && said.type() !== 'warning') return;
      this.faults.push(`${said.text()} ${said.location().url}`);
    });
  }

  /** Faults that no test caused on purpose. */
  get unforgiven(): readonly string[] {
    return this.faults.filter((fault) => this.forgiven?.test(fault) !== true);
  }

  async isAtTable(): Promise<void> {
    await this.page.locator('[data-part=table]').waitFor();
    await this.page.locator('[data-balance]').waitFor();
  }

  spot(spot: Spot): Locator {
    return this.page.locator(`button[data-spot="${spot}"]`);
  }

  get mode(): Locator {
    return this.page.locator('[data-part=account]').getByRole('switch');
  }

  /** The faces of the chips that cannot be taken. */
  async dimmed(): Promise<readonly string[]> {
    return this.page.evaluate<string[]>(
      `[...document.querySelectorAll('[role=radio][data-chip]:disabled')].map((chip) => chip.textContent)`,
    );
  }

  get phase(): Locator {
    return this.page.locator('[data-part=phase]');
  }

  get refusal(): Locator {
    return this.page.locator('[data-refusal]');
  }

  get won(): Locator {
    return this.page.locator('[data-part=stage] [data-paid]');
  }

  get cards(): Locator {
    return this.page.locator('[data-part=stage] [role=img]');
  }

  get coups(): Promise<number> {
    return this.page.locator('[data-part=roads]').getAttribute('data-coups').then(Number);
  }

  command(name: CommandName): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Takes the chip with this face and places it on the spot. */
  async places(spot: Spot, chip?: string): Promise<void> {
    if (chip !== undefined) await this.takes(chip);
    await this.spot(spot).click();
  }

  async takes(chip: string): Promise<void> {
    await this.page.getByRole('radio', { name: `Chip ${chip}`, exact: true }).click();
  }

  async does(name: CommandName): Promise<void> {
    await this.command(name).click();
  }

  async opens(panel: PanelName): Promise<Locator> {
    await this.page.locator(`[data-panel="${panel}"]`).click();
    const sheet = this.page.locator('[data-part=panel]');
    await sheet.waitFor();
    return sheet;
  }

  async closesPanel(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    // The page goes back to its own place, which a reload in that moment would come across.
    const isOver = () => this.page.evaluate('history.state?.isOverTable === true');
    await eventually('the page is back', async () => !(await isOver()));
  }

  async balance(): Promise<bigint> {
    return this.#cents('[data-balance]', 'data-balance');
  }

  async total(): Promise<bigint> {
    return this.#cents('[data-total]', 'data-total');
  }

  async stakes(): Promise<ShownStakes> {
    const placed = await this.page.evaluate<[Spot, string][]>(
      `[...document.querySelectorAll('button[data-spot]')].map(({ dataset }) => [dataset.spot, dataset.stake])`,
    );
    return Object.fromEntries(
      placed.filter(([, stake]) => stake !== '0').map(([spot, stake]) => [spot, BigInt(stake)]),
    );
  }

  /** The spots that are lit. */
  async lit(): Promise<readonly Spot[]> {
    return this.page.evaluate<Spot[]>(
      `[...document.querySelectorAll('button[data-spot][data-won]')].map(({ dataset }) => dataset.spot)`,
    );
  }

  async #cents(selector: string, attribute: string): Promise<bigint> {
    return BigInt((await this.page.locator(selector).first().getAttribute(attribute))!);
  }
}
