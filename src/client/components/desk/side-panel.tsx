import type { ReactNode } from 'react';
import { useModal } from '#client/ui/modal-stack.ts';

interface SidePanelProps {
  /** Names it where it is over the whole screen. */
  readonly label: string;
  readonly isWide: boolean;
  readonly onClose: () => void;
  /** Head, body and foot: `desk-panel-head`, `desk-panel-body`, `desk-panel-foot`. */
  readonly children: ReactNode;
}

const PanelSheet = ({ label, onClose, children }: SidePanelProps) => {
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="desk-sheet"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
};

/** What is known about the row in hand: beside the table where there is room, over the whole screen on phones (look-2, "Side panel"). */
export const SidePanel = (props: SidePanelProps) =>
  props.isWide ? <aside className="desk-panel">{props.children}</aside> : <PanelSheet {...props} />;
