import { Module } from '@nestjs/common';
import { HttpAccess } from './http-access.js';
import { SocketAccess } from './socket-access.js';
import { Tokens } from './tokens.js';

@Module({
  providers: [Tokens, SocketAccess, HttpAccess],
  exports: [Tokens, SocketAccess, HttpAccess],
})
export class AccessModule {}
