/**
 * The guard of everything that a player reads by HTTP: a bearer token of a player, within budget.
 * Nothing behind it is ever cached.
 */
import {
  type CanActivate,
  type ExecutionContext,
  HttpException,
  Injectable,
  createParamDecorator,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { HttpAccess } from './http-access.js';
import type { SignedIn } from './tokens.js';

const PLAYERS = ['player'] as const;

interface Admitted extends Request {
  caller?: SignedIn;
}

@Injectable()
export class PlayerAccess implements CanActivate {
  constructor(private readonly access: HttpAccess) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<Admitted>();
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader('cache-control', 'no-store');
    const { headers, ip = '' } = request;
    const admitted = await this.access.admit(PLAYERS, headers.authorization, ip);
    if (admitted instanceof HttpException) throw admitted;
    request.caller = admitted;
    return true;
  }
}

const callerOf = (context: ExecutionContext): SignedIn =>
  context.switchToHttp().getRequest<Admitted>().caller!; // The guard lets nobody else in.

/** The player who asks, a `SignedIn`. */
export const PlayerCaller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context),
);

/** The number of the player who asks. */
export const PlayerId = createParamDecorator(
  (_: unknown, context: ExecutionContext) => callerOf(context).id,
);
