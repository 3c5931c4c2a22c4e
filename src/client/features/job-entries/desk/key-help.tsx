import { type PlainText, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { KeyCap, type KeyName } from './key-cap.tsx';

const KEYS: readonly (readonly [keys: readonly KeyName[], does: PlainText])[] = [
  [['next', 'down'], 'Next entry'],
  [['previous', 'up'], 'Previous entry'],
  [['pageDown', 'pageUp'], 'A page down or up'],
  [['select'], 'Select the entry, or unselect it'],
  [['range'], 'Select everything from the last selected entry to this one'],
  [['all'], 'Select all that are shown, or none'],
  [['check'], 'Check the entry and go to the next one'],
  [['checkSelected'], 'Check the selected entries'],
  [['edit'], 'Edit the entry in its row'],
  [['right'], 'The hint is right as it is'],
  [['move'], 'Move the selected entries to a job'],
  [['change'], 'Change service, machine or operator'],
  [['panel'], 'Open or close the panel'],
  [['open'], 'Open the whole form'],
  [['search'], 'Search'],
  [['filter'], 'Filter'],
  [['undo'], 'Undo the last change'],
  [['menu'], 'Fold or unfold the menu'],
  [['back'], 'Back: the edit, the selection, the panel'],
  [['help'], 'These keys'],
];

interface KeyHelpProps {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onClose: () => void;
}

/** All keys of the desk, and the switch for people whom single letters get in the way of. */
export const KeyHelp = ({ isOn, onSwitch, onClose }: KeyHelpProps) => (
  <Dialog title={t('Keys')} onClose={onClose} footer={<Button onClick={onClose}>{t('Close')}</Button>}>
    <div className="desk-help">
      <dl>
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <KeyCap key={key} of={key} />
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <label className="desk-switch">
        <input type="checkbox" checked={isOn} onChange={({ target }) => onSwitch(target.checked)} />
        {t('Use single letters as keys on this device')}
      </label>
    </div>
  </Dialog>
);
