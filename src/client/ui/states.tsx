import type { ReactNode } from 'react';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { SmallTurns } from '#client/ui/brand.tsx';
import { Button } from '#client/ui/button.tsx';
import { Note } from '#client/ui/note.tsx';
import { ErrorIcon } from '#client/ui/icons.tsx';

/** An empty list: the specification's sentence, with the one thing to do about it. */
export const Empty = ({ title, text, children }: { readonly title: string; readonly text?: string; readonly children?: ReactNode }) => (
  <div className="grid justify-items-center gap-2.5 px-5 py-10 text-center">
    <SmallTurns className="mb-2 w-30 text-line" />
    <p className="font-[680]">{title}</p>
    {text && <p className="text-ink2">{text}</p>}
    {children && <div className="mt-1">{children}</div>}
  </div>
);

/** A row of a list, as high as it is on phones. */
const LINE = 'flex h-14 items-center gap-4 border-b border-line px-4 last:border-0';

/** Static lines where rows will be, the first with a loading text: after 200 ms, since faster loads need no text. */
export const Loading = ({ text, rows = 4 }: { readonly text: string; readonly rows?: number }) => (
  <div role="status" className="grid transition-opacity delay-200 starting:opacity-0">
    <span className={cx(LINE, 'text-sm text-ink2')}>{text}</span>
    {Array.from({ length: rows - 1 }, (_, index) => (
      <span key={index} className={LINE} aria-hidden="true">
        <span className="h-4 w-2/5 rounded-chip bg-sunk" />
        <span className="h-4 w-1/5 rounded-chip bg-sunk" />
      </span>
    ))}
  </div>
);

/** A failed read, with a retry. */
export const Failed = ({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) => (
  <div className="grid justify-items-start gap-3 p-4.5" role="alert">
    <Note tone="poppy" icon={ErrorIcon}>
      {text}
    </Note>
    <Button size="small" onClick={onRetry}>
      {t('Try again')}
    </Button>
  </div>
);

/** A spinner for when nothing else can be shown; with a text if that takes long. */
export const Spinner = ({ text }: { readonly text: string }) => (
  <div role="status" className="grid min-h-dvh place-content-center justify-items-center gap-4">
    <span className="size-10 animate-spin rounded-full border-4 border-line border-t-act motion-reduce:animate-none" aria-hidden="true" />
    <span className="text-ink2 transition-opacity delay-200 starting:opacity-0">{text}</span>
  </div>
);
