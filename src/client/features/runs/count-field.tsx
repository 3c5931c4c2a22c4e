import { formatNumber } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { MinusIcon, PlusIcon } from '#client/ui/icons.tsx';
import { StepKey } from '#client/ui/stepper.tsx';

interface CountFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly onStep: (by: 1 | -1) => void;
  /** The number itself was pressed: it is to be typed. */
  readonly onType: () => void;
}

/** A large number with minus and plus around it, for gloves. */
export const CountField = ({ label, value, onStep, onType }: CountFieldProps) => (
  <div role="group" aria-label={label} className="cab-count">
    <span className="cab-label" aria-hidden="true">
      {label}
    </span>
    <div className="cab-stepper">
      <StepKey label={t('Less: {label}', { label })} icon={MinusIcon} isDisabled={(value ?? 0) <= 0} onStep={() => onStep(-1)} />
      <button type="button" className="cab-value" onClick={onType}>
        <span className="sr-only">{t('Type {label}', { label })} </span>
        {value === null ? <span className="cab-none">–</span> : formatNumber(value)}
      </button>
      <StepKey label={t('More: {label}', { label })} icon={PlusIcon} onStep={() => onStep(1)} />
    </div>
  </div>
);
