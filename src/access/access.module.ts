import { Module } from '@nestjs/common';
import { Admission } from './admission.js';
import { Arrivals } from './arrivals.js';
import { HttpAccess } from './http-access.js';
import { SocketAccess } from './socket-access.js';
import { StaffConnections } from './staff-connections.js';
import { Tokens } from './tokens.js';

@Module({
  providers: [Tokens, Admission, Arrivals, StaffConnections, SocketAccess, HttpAccess],
  exports: [Tokens, Arrivals, StaffConnections, SocketAccess, HttpAccess],
})
export class AccessModule {}
