import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { NoticeKind, NoticeSettings } from '#shared/domain/notice.ts';
import { routes } from '#shared/routes.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { useUser } from '#client/data/user-context.tsx';
import { type BrowserAbility, browserAbility, noticesQuery, turnOff, turnOn } from '#client/entities/notices/browser-notices.ts';
import { keepChoice } from '#client/entities/notices/kept-choice.ts';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Card, CardHead } from '#client/ui/card.tsx';
import { Checkbox, Field, TextInput } from '#client/ui/field.tsx';
import { Note } from '#client/ui/note.tsx';

const KINDS: readonly { readonly id: NoticeKind; readonly name: PlainText }[] = [
  { id: 'question', name: 'A question from the office' },
  { id: 'sentBack', name: 'An entry that was sent back' },
  { id: 'refused', name: 'A change that was not accepted' },
];

const NIGHT = { from: '20:00', to: '06:00' };

/** Why this browser cannot show any. */
const WHY_NOT = {
  none: "This browser can't show notifications. Questions still appear in the app.",
  home: 'An iPhone or iPad shows notifications only if the app is on the home screen: tap Share, then “Add to Home Screen”, and open it from there.',
  blocked: 'Notifications are blocked in this browser. Allow them for this site in the browser’s settings, then come back.',
} as const satisfies Record<Exclude<BrowserAbility, 'unasked' | 'allowed'>, PlainText>;

const isAble = (ability: BrowserAbility): ability is 'unasked' | 'allowed' => ability === 'unasked' || ability === 'allowed';

/** Turns notices on and off in this browser. */
const ThisBrowser = ({ isOn }: { readonly isOn: boolean }) => {
  const { id: userId } = useUser();
  const client = useQueryClient();
  const notices = useNotices();
  const [ability, setAbility] = useState(browserAbility);
  const [isBusy, setBusy] = useState(false);
  if (!isAble(ability)) {
    return <Note tone={ability === 'blocked' ? 'straw' : 'sky'}>{t(WHY_NOT[ability])}</Note>;
  }
  const isShown = isOn && ability === 'allowed';
  const change = async () => {
    setBusy(true);
    try {
      await (isShown ? turnOff(userId) : turnOn(userId));
      await client.invalidateQueries(noticesQuery);
    } catch (error) {
      notices.failure(isShown ? t('Failed to turn notifications off') : t('Failed to turn notifications on'), error);
    } finally {
      setAbility(browserAbility());
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
      <p>{isShown ? t('This device shows notifications.') : t('This device shows no notifications.')}</p>
      <Button size="small" className="min-h-12" busyText={isBusy && t('Saving...')} onClick={() => void change()}>
        {isShown ? t('Turn off') : t('Turn on')}
      </Button>
    </div>
  );
};

interface ChoiceProps {
  readonly settings: NoticeSettings;
  readonly onChange: (settings: NoticeSettings) => void;
}

const Kinds = ({ settings, onChange }: ChoiceProps) => (
  <fieldset>
    <legend className="mb-1 font-[620]">{t('Tell me about')}</legend>
    {KINDS.map(({ id, name }) => (
      <Checkbox
        key={id}
        className="min-h-12"
        label={t(name)}
        checked={settings.kinds.includes(id)}
        onChange={({ target }) =>
          onChange({
            ...settings,
            kinds: KINDS.map((kind) => kind.id).filter((kind) => (kind === id ? target.checked : settings.kinds.includes(kind))),
          })
        }
      />
    ))}
  </fieldset>
);

const QuietHours = ({ settings, onChange }: ChoiceProps) => {
  const { quiet } = settings;
  // A time that is being typed is not one yet.
  const put = (change: Partial<typeof NIGHT>) => {
    if (quiet !== null && !Object.values(change).includes('')) {
      onChange({ ...settings, quiet: { ...quiet, ...change } });
    }
  };
  return (
    <fieldset>
      <legend className="sr-only">{t('Quiet hours')}</legend>
      <Checkbox
        className="min-h-12"
        label={t('Quiet hours')}
        checked={quiet !== null}
        onChange={({ target }) => onChange({ ...settings, quiet: target.checked ? NIGHT : null })}
      />
      {quiet !== null && (
        <>
          <div className="grid grid-cols-2 gap-3 sm:max-w-80">
            <Field label={t('From')}>
              {(control) => (
                <TextInput {...control} type="time" value={quiet.from} onChange={({ target }) => put({ from: target.value })} />
              )}
            </Field>
            <Field label={t('To')}>
              {(control) => <TextInput {...control} type="time" value={quiet.to} onChange={({ target }) => put({ to: target.value })} />}
            </Field>
          </div>
          <p className="mt-1.5 text-sm text-ink2">
            {t('Anything that comes in these hours waits and arrives afterward as one notification.')}
          </p>
        </>
      )}
    </fieldset>
  );
};

/** Saves each choice as it is made, one after the other. What is chosen is shown at once, and taken back if it was not saved. */
const useChoice = (first: NoticeSettings): ChoiceProps => {
  const { id: userId } = useUser();
  const client = useQueryClient();
  const notices = useNotices();
  const [settings, setSettings] = useState(first);
  const saved = useRef({ settings: first, last: Promise.resolve() });
  const save = async (chosen: NoticeSettings) => {
    try {
      saved.current.settings = await callOnline(routes.notices.update, { body: chosen });
      keepChoice(userId, { settings: chosen });
      client.setQueryData(noticesQuery.queryKey, (state) => state && { ...state, settings: chosen });
    } catch (error) {
      setSettings(saved.current.settings);
      notices.failure(t('Failed to save this'), error);
    }
  };
  const onChange = (chosen: NoticeSettings) => {
    setSettings(chosen);
    saved.current.last = saved.current.last.then(() => save(chosen));
  };
  return { settings, onChange };
};

const Choices = ({ settings }: { readonly settings: NoticeSettings }) => {
  const choice = useChoice(settings);
  return (
    <>
      <Kinds {...choice} />
      <QuietHours {...choice} />
    </>
  );
};

/** Of what the person's browsers tell them, when, and whether this one does. */
export const NoticesCard = () => {
  const { data } = useQuery(noticesQuery);
  return (
    data?.publicKey && (
      <Card>
        <CardHead title={t('Notifications')} />
        <div className="grid gap-4 p-4.5">
          <ThisBrowser isOn={data.isOn} />
          <Choices settings={data.settings} />
          <p className="text-sm text-ink2">{t('They never name customers or what was asked. Your choice applies wherever you sign in.')}</p>
        </div>
      </Card>
    )
  );
};
