import { type PlainText, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { KeyCap, type KeyName } from './key-cap.tsx';

/** Keys, and what they do. */
export type KeyLines = readonly (readonly [keys: readonly KeyName[], does: PlainText])[];

interface KeyHelpProps {
  readonly keys: KeyLines;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly onClose: () => void;
}

/** All keys of a desk, and the switch for people whom single letters get in the way of. */
export const KeyHelp = ({ keys: lines, isOn, onSwitch, onClose }: KeyHelpProps) => (
  <Dialog title={t('Keys')} onClose={onClose} footer={<Button onClick={onClose}>{t('Close')}</Button>}>
    <div className="desk-help">
      <dl>
        {lines.map(([keys, does]) => (
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
