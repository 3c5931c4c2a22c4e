import type { ReactNode } from 'react';
import { WorkedField } from '#client/features/landing/worked-field.tsx';
import type { Language } from '#client/lib/language.ts';
import type { PlainText } from '#client/lib/texts.ts';
import { de } from '#client/locales/de/every.ts';
import { es } from '#client/locales/es/every.ts';
import { Brand } from '#client/ui/brand.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { CloudOffIcon, CompletedJobsIcon, EquipmentIcon, type Icon, LogInIcon, PhoneIcon, ReceiptIcon } from '#client/ui/icons.tsx';

// The promises of the sign-in screen (specification 1.3).
const PROMISES = [
  { Icon: EquipmentIcon, text: 'Track equipment usage and fuel consumption' },
  { Icon: CompletedJobsIcon, text: 'Manage customer jobs and billable hours' },
  { Icon: CloudOffIcon, text: 'Work offline in the field, with automatic syncing' },
  { Icon: ReceiptIcon, text: 'Generate billing records' },
  { Icon: PhoneIcon, text: 'Use it on mobile, tablet and desktop' },
] as const satisfies readonly { readonly Icon: Icon; readonly text: PlainText }[];

/** Hides the other languages by style, since no script has run yet; it also hides them from screen readers and the keyboard. */
const ONLY_IN: Record<Language, string> = {
  en: 'in-[html:not(:lang(en))]:hidden',
  de: 'in-[html:not(:lang(de))]:hidden',
  es: 'in-[html:not(:lang(es))]:hidden',
};

/** A text in every language. `theme.js` says which one the page is in; without script it is English. */
const inAll = (text: PlainText): ReactNode =>
  (
    [
      ['en', text],
      ['de', de[text]],
      ['es', es[text]],
    ] as const
  ).map(([language, words]) => (
    <span key={language} lang={language} className={ONLY_IN[language]}>
      {words}
    </span>
  ));

/**
 * What signed-out visitors see: the promises, a contractor's word, and one button. Rendered when the app is built (`scripts/landing.mjs`)
 * and never again: the page begins with it, and `lib/landing.ts` hides it for signed-in users.
 */
export const LandingScreen = () => (
  <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
    <main className="grid content-start gap-7 px-5 pt-5 pb-8 lg:grid-rows-[auto_1fr] lg:px-16 lg:py-9">
      <Brand />
      <div className="lg:self-center lg:pb-12">
        <h1 className="max-w-[17em] text-[2rem] leading-[1.14] font-[740] tracking-[-0.02em] text-pretty lg:text-[2.875rem] lg:leading-[1.08]">
          {inAll('Every hour, load and gallon, recorded where the work is done.')}
        </h1>
        <ul className="mt-6 mb-7 grid gap-1 lg:mt-8 lg:mb-9">
          {PROMISES.map(({ Icon, text }) => (
            <li key={text} className="flex min-h-11 items-center gap-3.5 leading-[1.35]">
              <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-actsoft text-act">
                <Icon className="size-5" aria-hidden="true" />
              </span>
              {inAll(text)}
            </li>
          ))}
        </ul>
        <a
          href="/api/login"
          className={buttonClass({ variant: 'log', className: 'min-h-15! w-full text-[1.0625rem] max-lg:px-3! lg:w-auto lg:px-7' })}
        >
          <LogInIcon aria-hidden="true" />
          {inAll('Sign in with the identity provider')}
        </a>
      </div>
    </main>
    <section className="relative flex min-h-100 items-end overflow-hidden bg-hedge text-onhedge" aria-labelledby="said">
      <h2 id="said" className="sr-only">
        {inAll('What a contractor says')}
      </h2>
      <WorkedField />
      <figure className="relative m-4 max-w-108 rounded-card bg-surface px-5 py-4.5 text-ink shadow-2 lg:m-10">
        <blockquote className="text-[1.0625rem] leading-[1.45] font-[560] text-pretty">
          {inAll('We used to lose a load or two a week to a wet notebook. Now the count on the bill is the count in the field.')}
        </blockquote>
        <figcaption className="mt-2 text-sm text-ink2">{inAll('A custom forage harvester')}</figcaption>
      </figure>
    </section>
  </div>
);
