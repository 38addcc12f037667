import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { EdgeModule } from '../edge/edge.module.js';
import { Admission } from './admission.js';
import { Arrivals } from './arrivals.js';
import { BusyFilter } from './busy.filter.js';
import { CallerBudgets } from './caller-budgets.service.js';
import { CommandMeasures } from './command-measures.service.js';
import { HttpAccess } from './http-access.js';
import { RefusedRequestFilter } from './refused-request.filter.js';
import { SocketAccess } from './socket-access.js';
import { StaffConnections } from './staff-connections.js';
import { Tokens } from './tokens.js';

@Module({
  imports: [EdgeModule],
  providers: [
    Tokens,
    Admission,
    Arrivals,
    CallerBudgets,
    CommandMeasures,
    StaffConnections,
    SocketAccess,
    HttpAccess,
    // Nest asks them from the last on.
    { provide: APP_FILTER, useClass: RefusedRequestFilter },
    { provide: APP_FILTER, useClass: BusyFilter },
  ],
  exports: [Tokens, Arrivals, CallerBudgets, StaffConnections, SocketAccess, HttpAccess],
})
export class AccessModule {}
