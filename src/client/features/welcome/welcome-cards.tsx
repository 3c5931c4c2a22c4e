import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { mayEditEmployee } from '#shared/domain/employee.ts';
import { fullName } from '#shared/domain/names.ts';
import { useOrganization } from '#client/data/organization-context.tsx';
import { employeeQueries } from '#client/data/queries.ts';
import { askToInstall, useInstallPrompt } from '#client/lib/install-prompt.ts';
import { isIosSafari } from '#client/lib/ios-safari.ts';
import { t } from '#client/lib/texts.ts';
import { useIsInstalled } from '#client/lib/use-is-installed.ts';
import { keepTheme, keptTheme, type Theme } from '#client/lib/theme.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, buttonClass } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { CheckIcon, EmployeeIcon, type Icon, PhoneIcon, SunIcon } from '#client/ui/icons.tsx';

interface ThingProps {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
  readonly isDone?: boolean;
  readonly children?: ReactNode;
}

/** One of the things to do here: what it is, what it is good for, and its one press. */
const Thing = ({ icon: IconShape, title, text, isDone = false, children }: ThingProps) => (
  <Card className="flex flex-wrap items-center gap-3 p-4.5">
    <div className="flex min-w-0 flex-[1_1_12rem] items-start gap-3.5">
      <IconShape className="mt-1 size-6 shrink-0 text-act" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="font-[680] wrap-anywhere">{title}</h2>
        <p className="text-ink2">{text}</p>
        {isDone && (
          <div className="mt-1">
            <Badge tone="field" icon={CheckIcon}>
              {t('Done')}
            </Badge>
          </div>
        )}
      </div>
    </div>
    {!isDone && children}
  </Card>
);

/** Puts the app on the home screen, by the browser's own prompt or in words. */
export const HomeScreenCard = () => {
  const prompt = useInstallPrompt();
  const isInstalled = useIsInstalled();
  const [isSafari] = useState(() => isIosSafari(navigator));
  const [isAccepted, setAccepted] = useState(false);
  const isDone = isAccepted || isInstalled;
  const install = async () => {
    if (prompt) {
      setAccepted((await askToInstall(prompt)) === 'accepted');
    }
  };
  const opens = t('It opens like any app, even with no signal.');
  const how = isSafari
    ? t('Tap Share in Safari, then Add to Home Screen.')
    : prompt
      ? opens
      : t("In the browser's menu, choose Install or Add to Home screen.");
  return (
    <Thing icon={PhoneIcon} title={t('Put Headland on your home screen')} text={isDone ? opens : how} isDone={isDone}>
      {prompt && (
        <Button variant="primary" onClick={() => void install()}>
          {t('Install')}
        </Button>
      )}
    </Thing>
  );
};

/** The theme for the cab at noon, at one press, and back to what it was. */
export const SunlightCard = () => {
  const [theme, setTheme] = useState(keptTheme);
  const [before] = useState<Theme>(() => (theme === 'sun' ? 'system' : theme));
  const isOn = theme === 'sun';
  const toggle = () => {
    const next = isOn ? before : 'sun';
    keepTheme(next);
    setTheme(next);
  };
  return (
    <Thing icon={SunIcon} title={t('Sunlight')} text={t('The strongest contrast, for the cab at noon.')}>
      <Button onClick={toggle}>{isOn ? t('Turn off Sunlight') : t('Turn on Sunlight')}</Button>
    </Thing>
  );
};

/** Who the user is on entries, or who can change that they are nobody there. */
export const OperatorCard = () => {
  const { id: orgId, employeeId, role } = useOrganization();
  const { data: employees } = useQuery(employeeQueries.list(orgId));
  const own = employees?.find(({ id }) => id === employeeId);
  if (!employees || !own) {
    return <Thing icon={EmployeeIcon} title={t('Your name on entries')} text={t('Loading...')} />;
  }
  const owner = employees.find(({ accessLevel }) => accessLevel === 'owner');
  return own.isOperator ? (
    <Thing
      icon={EmployeeIcon}
      title={t('You are {name} on every entry you log', { name: fullName(own) })}
      text={t('New entries start with you as the operator. You can choose someone else.')}
      isDone
    />
  ) : (
    <Thing
      icon={EmployeeIcon}
      title={t('You are not an operator yet')}
      text={
        mayEditEmployee(role, own.accessLevel)
          ? t("Entries you log won't name you. Check Equipment Operator on your own record.")
          : t("Entries you log won't name you. {owner} can change that under Employees.", {
              owner: owner ? fullName(owner) : t('The owner'),
            })
      }
    >
      {mayEditEmployee(role, own.accessLevel) && (
        <Link href={`/employees/${own.id}`} className={buttonClass({})}>
          {t('Open your record')}
        </Link>
      )}
    </Thing>
  );
};
