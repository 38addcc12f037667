/** What was recorded of the demo’s pictures: a list of HLS for a time, for whoever may see them. */
import fs from 'node:fs';
import path from 'node:path';
import { Controller, Get, Header, Inject, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { refusedWith, wellFormed } from '../access/http-access.refusals.js';
import { CONFIG, type Config } from '../config.js';
import { type RecordingQuery, recordingQuery } from '../protocol/demo.js';
import { tableId } from '../protocol/wire.js';
import { RECORDINGS, recordingList } from './recording.js';

const LIST_TYPE = 'application/vnd.apple.mpegurl';

@ApiTags('demo')
@Controller('picture')
export class DemoRecordingController {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'demo'>) {}

  @Get(':table/recorded.m3u8')
  @Header('content-type', LIST_TYPE)
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'A table’s picture of the last minutes, as a list of HLS.' })
  @ApiProduces(LIST_TYPE)
  list(
    @Param('table', { schema: tableId, pipes: [wellFormed] }) table: string,
    @Query({ schema: recordingQuery, pipes: [wellFormed] }) { from, to }: RecordingQuery,
  ): string {
    const { demo } = this.config;
    if (demo?.picture === undefined) throw refusedWith('not_found');
    const list = recordingList(namesIn(path.join(demo.picture, RECORDINGS, table)), {
      fromMs: Date.parse(from),
      toMs: Date.parse(to),
      base: `../${RECORDINGS}/${table}/`,
    });
    if (list === undefined) throw refusedWith('not_found');
    return list;
  }
}

/** None where nothing was ever recorded. */
const namesIn = (folder: string): readonly string[] =>
  fs.existsSync(folder) ? fs.readdirSync(folder) : [];
