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

const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
] as const;

/** The other languages than the page's; `theme.js` listens to the buttons. */
const OtherLanguages = () => (
  <div className="invisible ml-auto text-right">
    {LANGUAGES.map(([shown]) => (
      <span key={shown} className={ONLY_IN[shown]}>
        {LANGUAGES.filter(([language]) => language !== shown).map(([language, name]) => (
          <button
            key={language}
            type="button"
            data-language={language}
            lang={language}
            className="min-h-11 px-1 font-[560] md:px-2.5 text-act underline"
          >
            {name}
          </button>
        ))}
      </span>
    ))}
  </div>
);

/** Registering leads on to the address; with an identity provider, signing in there does. */
const registerFor = (path: string): string => `/api/login?returnTo=${encodeURIComponent(path)}#register`;

const WAYS_IN = [
  { to: '/onboarding/create-organization', text: 'Create a company' },
  { to: '/onboarding/sample', text: 'Look around a sample company' },
] as const satisfies readonly { readonly to: string; readonly text: PlainText }[];

/**
 * Real screens of the demo's first company, made by `npm run screenshots -- public/pictures`. `theme.js` gives them their address only where the
 * landing screen is shown: browsers fetch even what is hidden as soon as it leaves the page.
 */
const PICTURES = [
  { src: '/pictures/phone.webp', width: 720, height: 1480, text: 'In the cab: the usual entry, also with no signal.' },
  {
    src: '/pictures/office.webp',
    width: 1280,
    height: 800,
    text: "In the office: the week's hours, fuel and loads, and what just came in.",
  },
] as const satisfies readonly { readonly src: string; readonly width: number; readonly height: number; readonly text: PlainText }[];

/**
 * What signed-out visitors see: the promises, one button with the other ways in beside it, a contractor's word, and the product. Rendered when the app is built (`scripts/landing.mjs`)
 * and never again: the page begins with it, and `lib/landing.ts` hides it for signed-in users.
 */
export const LandingScreen = () => (
  <>
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      <main className="grid content-start gap-7 px-5 pt-5 pb-8 lg:grid-rows-[auto_1fr] lg:px-16 lg:py-9">
        <div className="flex min-h-11 items-center gap-3">
          <Brand />
          <OtherLanguages />
        </div>
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
          <p className="mt-3 flex flex-wrap gap-x-5">
            {WAYS_IN.map(({ to, text }) => (
              <a key={to} href={registerFor(to)} className="inline-flex min-h-11 items-center font-[640] text-act">
                {inAll(text)}
              </a>
            ))}
          </p>
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
    <section className="mx-auto grid max-w-275 items-start gap-7 px-5 py-10 lg:grid-cols-[17rem_minmax(0,1fr)]" aria-labelledby="looks">
      <h2 id="looks" className="text-2xl/[1.2] font-bold lg:col-span-2">
        {inAll('What it looks like')}
      </h2>
      {PICTURES.map(({ src, width, height, text }) => (
        <figure key={src}>
          <img
            data-src={src}
            width={width}
            height={height}
            alt=""
            loading="lazy"
            decoding="async"
            className="h-auto w-full rounded-card border border-line bg-sunk shadow-2"
          />
          <figcaption className="mt-2 text-ink2">{inAll(text)}</figcaption>
        </figure>
      ))}
    </section>
  </>
);
