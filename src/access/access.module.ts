import { Module } from '@nestjs/common';
import { SocketAccess } from './socket-access.js';
import { Tokens } from './tokens.js';

@Module({ providers: [Tokens, SocketAccess], exports: [Tokens, SocketAccess] })
export class AccessModule {}
