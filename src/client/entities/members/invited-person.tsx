import { useState } from 'react';
import type { AccessLevel } from '#shared/access/roles.ts';
import type { Employee } from '#shared/domain/employee.ts';
import { fullName, initialsOf } from '#shared/domain/names.ts';
import { givableLevels } from './joining.ts';
import { LEVEL_MAY, LEVEL_NAME } from './level-words.ts';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { RadioGroup } from '#client/ui/radio-group.tsx';

interface ChoiceProps {
  readonly actor: AccessLevel;
  /** What the employee's own record says. */
  readonly stored: AccessLevel;
  readonly level: AccessLevel;
  /** There is a link that gives the stored level already: another is asked for, not just chosen. */
  readonly isMade: boolean;
  readonly onChoose: (level: AccessLevel) => void;
  readonly onLeave: () => void;
}

const LevelChoice = ({ actor, stored, level, isMade, onChoose, onLeave }: ChoiceProps) => {
  const [chosen, setChosen] = useState(level);
  return (
    <div className="grid gap-2.5 border-t border-line pt-3">
      <RadioGroup
        label={t('Access Level')}
        choices={givableLevels(actor, stored).map((id) => ({ id, name: t(LEVEL_NAME[id]), hint: t(LEVEL_MAY[id]) }))}
        value={chosen}
        onChange={(next) => {
          setChosen(next);
          if (!isMade) {
            onChoose(next);
          }
        }}
      />
      <div className="flex flex-wrap gap-2.5">
        {isMade && (
          <Button
            size="small"
            variant="primary"
            onClick={() => {
              onChoose(chosen);
              onLeave();
            }}
          >
            {t('Use this level')}
          </Button>
        )}
        <Button size="small" onClick={onLeave}>
          {isMade ? t('Cancel') : t('Done')}
        </Button>
      </div>
    </div>
  );
};

interface InvitedPersonProps extends Pick<ChoiceProps, 'actor' | 'level' | 'isMade'> {
  readonly employee: Employee;
  /** Undefined: it cannot be changed now. */
  readonly onChange: ((level: AccessLevel) => void) | undefined;
}

/** Who is invited, and what the link lets them do: the level, what it allows in a sentence, and the way to give another. */
export const InvitedPerson = ({ actor, employee, level, isMade, onChange }: InvitedPersonProps) => {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3">
        <span
          className="grid size-14 shrink-0 place-items-center rounded-full bg-actsoft text-lg font-[680] text-act max-sm:hidden"
          aria-hidden="true"
        >
          {initialsOf({ ...employee, email: employee.email ?? '' })}
        </span>
        <p className="min-w-0 flex-1">
          <b className="block text-lg font-[680] wrap-anywhere">{fullName(employee)}</b>
          <span className="text-ink2">
            {t(LEVEL_NAME[level])}. {t(LEVEL_MAY[level])}
          </span>
        </p>
        {onChange && !isChoosing && (
          <Button size="small" variant="ghost" aria-label={`${t('Change level')}: ${fullName(employee)}`} onClick={() => setChoosing(true)}>
            {t('Change level')}
          </Button>
        )}
      </div>
      {onChange && isChoosing && (
        <LevelChoice
          actor={actor}
          stored={employee.accessLevel}
          level={level}
          isMade={isMade}
          onChoose={onChange}
          onLeave={() => setChoosing(false)}
        />
      )}
    </div>
  );
};

/** What the first screen after joining leads to. */
const stepsFor = (isOperator: boolean): string[] => [
  t('Puts Headland on the home screen'),
  t('Logs a practice entry, then discards it'),
  ...(isOperator ? [t('Is the operator on every entry they log')] : []),
];

/** What the person does next on their own phone. */
export const NextOnPhone = ({ employee: { firstName, isOperator } }: Pick<InvitedPersonProps, 'employee'>) => (
  <section className="grid gap-2.5">
    <h3 className="font-[680] wrap-anywhere">{t("Next on {name}'s phone", { name: firstName })}</h3>
    <ol className="grid gap-2">
      {stepsFor(isOperator).map((step, index) => (
        <li key={step} className="flex items-center gap-3">
          <span className="grid size-8 shrink-0 place-items-center rounded-chip bg-sunk font-[680]" aria-hidden="true">
            {index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  </section>
);
