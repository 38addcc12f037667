import { Module } from '@nestjs/common';
import { Admission } from './admission.js';
import { HttpAccess } from './http-access.js';
import { SocketAccess } from './socket-access.js';
import { StaffConnections } from './staff-connections.js';
import { Tokens } from './tokens.js';

@Module({
  providers: [Tokens, Admission, StaffConnections, SocketAccess, HttpAccess],
  exports: [Tokens, StaffConnections, SocketAccess, HttpAccess],
})
export class AccessModule {}
