/**
 * The guard of everything that the staff ask by HTTP: a bearer token of somebody whose role may do
 * the operation, within budget. Nothing behind it is ever cached.
 */
import {
  type CanActivate,
  type ExecutionContext,
  HttpException,
  Injectable,
  createParamDecorator,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { assert } from '../money/assert.js';
import { type OperationName, rolesOf } from '../protocol/operations.js';
import { HttpAccess } from './http-access.js';
import type { SignedIn } from './tokens.js';

/** The row of src/protocol/operations.ts that belongs to a route. It says who may ask. */
export const Operation = Reflector.createDecorator<OperationName>();

interface Admitted extends Request {
  staffCaller?: SignedIn;
}

/** For controllers whose every route has an `@Operation`. */
@Injectable()
export class StaffAccess implements CanActivate {
  constructor(
    private readonly access: HttpAccess,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const operation = this.reflector.get(Operation, context.getHandler());
    assert(operation !== undefined, 'a route of the staff says which operation it is');
    const request = context.switchToHttp().getRequest<Admitted>();
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader('cache-control', 'no-store');
    const { headers, ip = '' } = request;
    const roles = rolesOf(operation);
    const admitted = await this.access.admit(roles, headers.authorization, ip);
    if (admitted instanceof HttpException) throw admitted;
    request.staffCaller = admitted;
    return true;
  }
}

/** The staff member who asks, a `SignedIn`. */
export const StaffCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): SignedIn => {
    const { staffCaller } = context.switchToHttp().getRequest<Admitted>();
    return staffCaller!; // The guard lets nobody else in.
  },
);
