import type { AccessLevel } from '#shared/access/roles.ts';

/** A made-up company, which ships as an export of it (decision 0051). */
export interface DemoCompany {
  readonly name: string;
  /** The file in `demo/`. */
  readonly archive: string;
  /** One person for each level to sign in as; the owner first. */
  readonly people: readonly { readonly email: string; readonly role: AccessLevel }[];
}

/** The companies of the demo, the big one first; `scripts/demo` makes their archives. */
export const COMPANIES: readonly DemoCompany[] = [
  {
    name: 'Halvorsen Custom',
    archive: 'halvorsen-custom.zip',
    people: [
      { email: 'ingrid.halvorsen@halvorsen.example', role: 'owner' },
      { email: 'dale.okonwe@halvorsen.example', role: 'admin' },
      { email: 'marisol.quintaro@halvorsen.example', role: 'manager' },
      { email: 'leif.thorsgard@halvorsen.example', role: 'advanced' },
      { email: 'luis.castorena@halvorsen.example', role: 'basic' },
      { email: 'mai.lorvang@halvorsen.example', role: 'employee' },
    ],
  },
  {
    name: 'Lohnunternehmen Tammkamp',
    archive: 'lohnunternehmen-tammkamp.zip',
    people: [
      { email: 'jurgen.tammkamp@tammkamp.example', role: 'owner' },
      { email: 'wiebke.ostermoor@tammkamp.example', role: 'manager' },
      { email: 'mirko.drewelow@tammkamp.example', role: 'basic' },
    ],
  },
  {
    name: 'Mesquite Fork Hay & Spray',
    archive: 'mesquite-fork-hay-spray.zip',
    people: [
      { email: 'rosalinda.trevinar@mesquitefork.example', role: 'owner' },
      { email: 'clay.bohuslava@mesquitefork.example', role: 'manager' },
      { email: 'dee.armontrow@mesquitefork.example', role: 'advanced' },
      { email: 'tuan.ngocthanh@mesquitefork.example', role: 'basic' },
    ],
  },
];
