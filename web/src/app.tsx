/** The player’s page: signed in or not, connected or not, at a table. */
import { useState } from 'react';
import { FaultGuard } from './panels/fault-guard.js';
import type { LaunchFault } from './studio/launch.js';
import { SignIn } from './studio/sign-in.js';
import { type Studio, openStudio } from './studio/studio.js';
import { StudioContext } from './studio/use-studio.js';
import { Playing } from './table/playing.js';

interface Props {
  /** Why nobody came in by the launch in the address, if there was one. */
  readonly launchFault: LaunchFault | undefined;
}

export const App = ({ launchFault }: Props) => {
  const [studio, setStudio] = useState<Studio | undefined>(openStudio);
  if (studio === undefined) return <SignIn launchFault={launchFault} onSignedIn={setStudio} />;
  return (
    <StudioContext value={studio}>
      <FaultGuard>
        <Playing />
      </FaultGuard>
    </StudioContext>
  );
};
