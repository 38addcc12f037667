import { Body, Controller, Get, HttpCode, Inject, Patch, Post, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type pg from 'pg';
import { PlayerAccess, PlayerCaller, PlayerId } from '../access/http-access.guard.js';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { endGeneration } from '../access/player-generations.js';
import type { SignedIn } from '../access/tokens.js';
import { CONFIG, type Config } from '../config.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { openApi } from '../platform/open-api.js';
import { ownPlayer, playerSettings, settingsChange } from '../protocol/http.js';
import type { OwnPlayer, PlayerSettings, PlayerSettingsChange } from '../protocol/http.js';
import {
  type PlayerPreferences,
  type PreferencesChange,
  playerPreferences,
  preferencesChange,
} from '../protocol/preferences.js';
import type { Mode } from '../punto-banco/spot.js';
import { readPlayerCurrency } from '../history/currency.js';
import { changePreferences, readPreferences } from './preferences.js';
import { changePlayerSettings, readPlayerSettings } from './settings.js';

interface PlayerRow {
  readonly name: string;
  readonly mode: Mode;
  readonly group: string | null;
  readonly tables: string[] | null;
}

@ApiTags('player')
@ApiBearerAuth()
@Controller('me')
@UseGuards(PlayerAccess)
export class SettingsController {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'session' | 'hands'>,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Who is signed in.' })
  @ApiOkResponse({ schema: openApi(ownPlayer) })
  async player(@PlayerId() id: string): Promise<OwnPlayer> {
    const [{ rows }, currency] = await Promise.all([
      this.pool.query<PlayerRow>(
        `select p.name, p.mode, p.limit_group as "group", o.tables
           from players p join operators o on o.id = p.operator_id where p.id = $1`,
        [id],
      ),
      readPlayerCurrency(this.pool, id),
    ]);
    const { name, mode, group, tables } = known(rows[0]);
    const { idleMs, lostMs, soloLostMs } = this.config.session;
    const times = { idleMs, lostMs, soloLostMs, handKeptMs: this.config.hands.keptMs };
    return { id, name, mode, currency, group, tables, times };
  }

  @Post('sign-out')
  @HttpCode(204)
  @ApiOperation({
    summary:
      'Ends the player’s tokens, this one too. The session, where one is open, goes on until it ends by itself.',
  })
  @ApiNoContentResponse()
  async signOut(@PlayerCaller() { id, generation }: SignedIn): Promise<void> {
    await endGeneration(this.pool, id, generation);
  }

  @Get('settings')
  @ApiOperation({ summary: 'What the player has set, and the defaults for the rest.' })
  @ApiOkResponse({ schema: openApi(playerSettings) })
  async settings(@PlayerId() id: string): Promise<PlayerSettings> {
    return known(await readPlayerSettings(this.pool, id));
  }

  @Patch('settings')
  @ApiOperation({ summary: 'Changes some of them. Answered with all.' })
  @ApiBody({ schema: openApi(settingsChange) })
  @ApiOkResponse({ schema: openApi(playerSettings) })
  async change(
    @PlayerId() id: string,
    @Body({ schema: settingsChange, pipes: [wellFormed] }) change: PlayerSettingsChange,
  ): Promise<PlayerSettings> {
    return known(await changePlayerSettings(this.pool, id, change));
  }

  @Get('preferences')
  @ApiOperation({ summary: 'The watched tables, the chosen chip and the favourite bets.' })
  @ApiOkResponse({ schema: openApi(playerPreferences) })
  preferences(@PlayerId() id: string): Promise<PlayerPreferences> {
    return readPreferences(this.pool, id);
  }

  @Patch('preferences')
  @ApiOperation({ summary: 'Replaces some of them. Answered with all.' })
  @ApiBody({ schema: openApi(preferencesChange) })
  @ApiOkResponse({ schema: openApi(playerPreferences) })
  async prefer(
    @PlayerId() id: string,
    @Body({ schema: preferencesChange, pipes: [wellFormed] }) change: PreferencesChange,
  ): Promise<PlayerPreferences> {
    return known(await changePreferences(this.pool, id, change));
  }
}

/** A valid token of a player whom the studio does not know. */
const known = <T>(found: T | undefined): T => {
  if (found === undefined) throw refusedWith('not_allowed');
  return found;
};
