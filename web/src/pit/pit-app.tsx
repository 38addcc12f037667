/** The pit’s page: signed in or not, and where in it. */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, Suspense, lazy } from 'react';
import { FaultGuard } from '../panels/fault-guard.js';
import type { MemberRole } from '../staff/member.js';
import { StaffSignIn } from '../staff/staff-sign-in.js';
import { useMember } from '../staff/use-member.js';
import { Decided } from './approvals/decided.js';
import type { PageProps } from './page-props.js';
import { type Pit, openPit } from './pit.js';
import type { PageName } from './place.js';
import { Rail } from './rail.js';
import { TopBar } from './top-bar.js';
import { usePlace } from './use-place.js';
import { PitContext } from './use-pit.js';
import WallPage from './wall/wall-page.js';
import styles from './pit-app.module.css';

const OTHERS = {
  table: lazy(() => import('./table/table-page.js')),
  incidents: lazy(() => import('./incidents/incidents-page.js')),
  approvals: lazy(() => import('./approvals/approvals-page.js')),
  support: lazy(() => import('./support/support-page.js')),
  rounds: lazy(() => import('./rounds/rounds-page.js')),
  players: lazy(() => import('./players/players-page.js')),
  shift: lazy(() => import('./reports/shift-page.js')),
  advantage: lazy(() => import('./reports/advantage-page.js')),
  solo: lazy(() => import('./reports/solo-page.js')),
  shortfalls: lazy(() => import('./reports/shortfalls-page.js')),
  wallets: lazy(() => import('./wallets/wallets-page.js')),
  rota: lazy(() => import('./rota/rota-page.js')),
  processes: lazy(() => import('./processes/processes-page.js')),
  audit: lazy(() => import('./reports/audit-page.js')),
  operators: lazy(() => import('./operators/operators-page.js')),
  staff: lazy(() => import('./staff/staff-page.js')),
  own: lazy(() => import('./staff/own-page.js')),
} satisfies Record<Exclude<PageName, 'wall'>, ComponentType<PageProps>>;

const ROLES: readonly MemberRole[] = ['shift_manager', 'auditor', 'administrator'];

export const PitApp = () => {
  const signedIn = useMember(ROLES);
  const { member, signOut } = signedIn;
  if (member === undefined) return <StaffSignIn page="pit" roles={ROLES} signedIn={signedIn} />;
  return <PitPages key={member.token} pit={openPit(member, signOut)} />;
};

const PitPages = ({ pit }: { readonly pit: Pit }) => {
  const { page, of } = usePlace();
  const Page = page === 'wall' ? WallPage : OTHERS[page];
  return (
    <PitContext value={pit}>
      <QueryClientProvider client={pit.queries}>
        <div className={styles.pit} data-part="pit">
          <TopBar />
          <Rail />
          <main className={styles.page} key={page} tabIndex={-1}>
            <FaultGuard>
              <Suspense>
                <Page of={of} />
              </Suspense>
            </FaultGuard>
          </main>
          <Decided />
        </div>
      </QueryClientProvider>
    </PitContext>
  );
};
