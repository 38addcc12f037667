import { Body, Controller, Get, HttpCode, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { refusedWith, wellFormed } from '../../access/http-access.refusals.js';
import { Operation, StaffAccess, StaffCaller } from '../../access/staff-access.guard.js';
import type { SignedIn } from '../../access/tokens.js';
import { openApi } from '../../platform/open-api.js';
import {
  type ShiftNoteText,
  type ShiftNotes,
  type ShiftNotesQuery,
  shiftNoteNumber,
  shiftNoteText,
  shiftNotes,
  shiftNotesQuery,
} from '../../protocol/shift-notes.js';
import { ShiftNotesBook } from './shift-notes.service.js';

@ApiTags('pit')
@ApiBearerAuth()
@Controller('pit/notes')
@UseGuards(StaffAccess)
export class ShiftNotesController {
  constructor(private readonly book: ShiftNotesBook) {}

  @Get()
  @Operation('notes:read')
  @ApiOperation({
    summary: 'What one shift leaves for the next: open notes, and those of a period.',
  })
  @ApiOkResponse({ schema: openApi(shiftNotes) })
  async read(
    @Query({ schema: shiftNotesQuery, pipes: [wellFormed] }) query: ShiftNotesQuery,
  ): Promise<ShiftNotes> {
    return { notes: await this.book.read(query) };
  }

  @Post()
  @HttpCode(200)
  @Operation('notes:write')
  @ApiOperation({ summary: 'Writes a note for the next shift.' })
  @ApiBody({ schema: openApi(shiftNoteText) })
  async write(
    @StaffCaller() { id: by }: SignedIn,
    @Body({ schema: shiftNoteText, pipes: [wellFormed] }) { text }: ShiftNoteText,
  ): Promise<void> {
    await this.book.write(text, by);
  }

  @Post(':id/done')
  @HttpCode(200)
  @Operation('notes:done')
  @ApiOperation({ summary: 'Ticks a note off, once.' })
  async done(
    @Param('id', { schema: shiftNoteNumber, pipes: [wellFormed] }) id: string,
    @StaffCaller() { id: by }: SignedIn,
  ): Promise<void> {
    const refusal = await this.book.tickOff(id, by);
    if (refusal !== undefined) throw refusedWith(refusal);
  }
}
