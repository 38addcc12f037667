import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { Audit } from './audit.service.js';
import { Actions } from './actions.service.js';
import { SignInPace } from './sign-in-pace.js';
import { SignIn } from './sign-in.service.js';
import { StaffAccounts } from './staff-accounts.service.js';
import { StaffAccountsController } from './staff-accounts.controller.js';
import { StaffSelfController } from './staff-self.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [StaffSelfController, StaffAccountsController],
  providers: [Audit, Actions, SignIn, SignInPace, StaffAccounts],
  exports: [Audit],
})
export class StaffModule {}
