import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { cx } from '#client/lib/cx.ts';
import { t } from '#client/lib/texts.ts';
import { Button, IconButton } from '#client/ui/button.tsx';
import { focusInvalid } from '#client/ui/focus-invalid.ts';
import { FormProblems } from '#client/ui/form-problems.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { useModal } from '#client/ui/modal-stack.ts';

interface DialogProps {
  readonly title: string;
  /** Called for the close button, Escape or a press outside the dialog; the parent unmounts the dialog. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer: ReactNode;
  /** At the end of the head. */
  readonly mark?: ReactNode;
  readonly size?: 'wide' | 'normal' | 'small';
  /** The input is there at once or appears in a moment: focus goes to the body, so that typing never reaches the close button. */
  readonly opensInBody?: boolean;
  /** Submits the form that body and footer make up together. Errors then get the focus, also those in the server's answer. */
  readonly onSubmit?: () => unknown;
}

/**
 * Whether a button that submits was pressed. Where the browser submits a form itself, it first reads every field for its password manager
 * and for filling in forms, 5 ms on a slow phone between the press and the saving; only a form with a password needs that.
 */
const isSubmitting = ({ target, currentTarget }: MouseEvent<HTMLFormElement>): boolean => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[type=submit]') : null;
  return button?.form === currentTarget && currentTarget.querySelector('[type=password]') === null;
};

const WIDTHS = { wide: 'md:max-w-216', normal: 'md:max-w-136', small: 'md:max-w-108' };

/**
 * The platform's modal dialog: the rest of the page is inert, Escape asks to close, and focus returns where it came from. On phones a
 * full-screen sheet with its actions at the bottom.
 */
export const Dialog = ({ title, onClose, children, footer, mark, size = 'normal', opensInBody = false, onSubmit }: DialogProps) => {
  const dialog = useModal();
  const body = useRef<HTMLDivElement>(null);
  const titleId = useId();

  // After `useModal`: on unmount, this one is closed before it is checked whether another is open.
  useEffect(() => {
    // On a desktop the user can type at once; on a phone that would bring up the keyboard over the input.
    const isDesk = matchMedia('(hover: hover) and (pointer: fine)').matches;
    const field = isDesk ? dialog.current?.querySelector<HTMLElement>(':is(input, select, textarea):enabled:not([type=file])') : null;
    (field ?? (opensInBody ? body.current : null))?.focus({ preventScroll: true });
    document.documentElement.classList.add('overflow-hidden');
    return () => {
      if (document.querySelector('dialog[open]') === null) {
        document.documentElement.classList.remove('overflow-hidden');
      }
    };
  }, [dialog, opensInBody]);

  const handleCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  // Browsers close a dialog by themselves at a second Escape, asked or not: whether it closes is for the parent to decide.
  const handleClose = () => {
    const element = dialog.current;
    if (element?.isConnected && !element.open) {
      element.showModal();
      onClose();
    }
  };
  const handlePress = (event: MouseEvent) => {
    if (event.target === dialog.current) {
      onClose();
    }
  };
  const submit = () => {
    const work = onSubmit?.();
    focusInvalid(dialog.current);
    if (work instanceof Promise) {
      void work.then(() => focusInvalid(dialog.current));
    }
  };
  return (
    // A press outside the dialog is for the mouse; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={handleCancel}
      onClose={handleClose}
      onMouseDown={handlePress}
      className={cx(
        'm-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-surface p-0 shadow-3 transition-[opacity,translate] duration-(--t-in) ease-field starting:open:opacity-0 max-md:starting:open:translate-y-4 md:m-auto md:h-fit md:max-h-[calc(100dvh-3rem)] md:rounded-sheet',
        size === 'small' && 'max-md:mt-auto max-md:h-fit max-md:rounded-t-sheet',
        WIDTHS[size],
      )}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- keys press the button, too */}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
        onClick={(event) => {
          if (isSubmitting(event)) {
            event.preventDefault();
            submit();
          }
        }}
        // The field keeps the focus: losing it would have the whole form painted before anything is saved.
        onMouseDown={(event) => {
          if (isSubmitting(event)) {
            event.preventDefault();
          }
        }}
        className={cx('flex flex-col md:max-h-[calc(100dvh-3rem)]', size === 'small' ? 'max-h-dvh' : 'h-dvh md:h-auto')}
      >
        <header className="flex min-h-15 pointer-coarse:[&>button]:size-12 shrink-0 items-center gap-2 border-b border-line py-1.5 pr-2 pl-1.5 md:flex-row-reverse md:py-3 md:pr-4 md:pl-7">
          <IconButton label={t('Close')} icon={CloseIcon} onClick={onClose} />
          <h2 id={titleId} className="flex-1 text-[1.1875rem] leading-tight font-bold md:text-[1.375rem]">
            {title}
          </h2>
          {mark}
        </header>
        <div
          ref={body}
          {...(opensInBody ? { tabIndex: -1 } : {})}
          className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none"
        >
          {children}
        </div>
        <footer className="flex shrink-0 gap-2.5 border-t border-line px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-md:[&>button]:min-h-14 max-md:[&>button]:flex-1 max-md:[&>button]:px-2 md:items-center md:justify-end md:px-7 md:py-4">
          {footer}
        </footer>
      </form>
    </dialog>
  );
};

/** The padding and rhythm of a dialog with one column of fields. */
export const DialogBody = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid content-start gap-5.5 px-4 py-4 md:px-7 md:py-6">{children}</div>
);

interface FormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  /** Set while the work runs. */
  readonly busyText: string | false;
  readonly isDisabled?: boolean;
  readonly cancelLabel?: string;
  /** Errors that no field shows (`useForm`). */
  readonly problems?: readonly string[];
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with one column of fields, and the buttons to submit or leave. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, submitLabel, busyText, isDisabled = false, cancelLabel = t('Cancel'), problems = [], onSubmit, onClose, children } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={onSubmit}
      footer={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button type="submit" variant="primary" disabled={isDisabled} busyText={busyText}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <DialogBody>
        <FormProblems problems={problems} />
        {children}
      </DialogBody>
    </Dialog>
  );
};

interface ConfirmProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** Set while the confirmed work runs. */
  readonly busyText?: string | false;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** A question before something that is not easily undone. Its buttons say what happens. */
export const ConfirmDialog = (props: ConfirmProps) => {
  const { title, text, confirmLabel, cancelLabel = t('Cancel'), danger = false, busyText = false, onConfirm, onCancel } = props;
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onCancel}
      onSubmit={onConfirm}
      footer={
        <>
          <Button onClick={onCancel}>{cancelLabel}</Button>
          <Button type="submit" variant={danger ? 'dangerSolid' : 'primary'} busyText={busyText}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>{text}</p>
      </DialogBody>
    </Dialog>
  );
};
