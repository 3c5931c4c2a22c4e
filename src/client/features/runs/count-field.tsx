import { formatNumber } from '#client/lib/formats.ts';
import { t } from '#client/lib/texts.ts';
import { MinusIcon, PlusIcon } from '#client/ui/icons.tsx';

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
      <button type="button" aria-label={t('Less: {label}', { label })} disabled={(value ?? 0) <= 0} onClick={() => onStep(-1)}>
        <MinusIcon aria-hidden="true" />
      </button>
      <button type="button" className="cab-value" onClick={onType}>
        <span className="sr-only">{t('Type {label}', { label })} </span>
        {value === null ? <span className="cab-none">–</span> : formatNumber(value)}
      </button>
      <button type="button" aria-label={t('More: {label}', { label })} onClick={() => onStep(1)}>
        <PlusIcon aria-hidden="true" />
      </button>
    </div>
  </div>
);
