/** The player’s page: signed in or not, connected or not, at a table. */
import { useState } from 'react';
import { FaultGuard } from './panels/fault-guard.js';
import { SignIn } from './studio/sign-in.js';
import { type Studio, openStudio } from './studio/studio.js';
import { StudioContext } from './studio/use-studio.js';
import { Playing } from './table/playing.js';

/** `isLetIn`: false where the studio did not take the launch in the address. */
export const App = ({ isLetIn }: { readonly isLetIn: boolean }) => {
  const [studio, setStudio] = useState<Studio | undefined>(openStudio);
  if (studio === undefined) return <SignIn isLetIn={isLetIn} onSignedIn={setStudio} />;
  return (
    <StudioContext value={studio}>
      <FaultGuard>
        <Playing />
      </FaultGuard>
    </StudioContext>
  );
};
