import { Module } from '@nestjs/common';
import { Admission } from './admission.js';
import { HttpAccess } from './http-access.js';
import { SocketAccess } from './socket-access.js';
import { StaffLines } from './staff-lines.js';
import { Tokens } from './tokens.js';

@Module({
  providers: [Tokens, Admission, StaffLines, SocketAccess, HttpAccess],
  exports: [Tokens, StaffLines, SocketAccess, HttpAccess],
})
export class AccessModule {}
