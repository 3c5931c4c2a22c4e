import type { ReactNode } from 'react';
import { cx } from '#client/lib/cx.ts';
import sheet from './desk.css?url';

interface DeskFrameProps {
  /** Whether a panel stands beside the list. */
  readonly hasPanel: boolean;
  readonly children: ReactNode;
}

/** A dense screen to the edges of the window, with its styles (look-2, "Desk shell"): a `.desk-list`, and maybe a `SidePanel`. */
export const DeskFrame = ({ hasPanel, children }: DeskFrameProps) => (
  <div className={cx('desk', hasPanel && 'desk-with-panel')}>
    {/* React shows the screen once it is there. */}
    <link rel="stylesheet" href={sheet} precedence="default" />
    {children}
  </div>
);
