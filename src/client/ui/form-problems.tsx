import { useEffect, useRef } from 'react';
import { t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { focusInvalid } from '#client/ui/focus-invalid.ts';
import { ErrorIcon } from '#client/ui/icons.tsx';

/** The head of a form, with the errors that none of its fields shows. It takes the focus unless a field is invalid as well. */
export const FormProblems = ({ problems }: { readonly problems: readonly string[] }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.length > 0) {
      focusInvalid(box.current?.closest('form') ?? null);
    }
  }, [problems]);
  return (
    problems.length > 0 && (
      <div ref={box} role="alert" data-refused tabIndex={-1} className="scroll-mt-24 rounded-card">
        <Note tone="poppy" icon={ErrorIcon}>
          <b className="block font-[680]">{t('This cannot be saved yet.')}</b>
          {problems.map((problem) => (
            <span key={problem} className="block wrap-anywhere">
              {problem}
            </span>
          ))}
        </Note>
      </div>
    )
  );
};
