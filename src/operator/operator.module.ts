import { Module } from '@nestjs/common';
import { OperatorAccess } from './operator-access.guard.js';
import { OperatorController } from './operator.controller.js';

@Module({ controllers: [OperatorController], providers: [OperatorAccess] })
export class OperatorModule {}
