import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { afterPaint } from '#client/lib/after-paint.ts';

/** Redirects, and shows a text for the one frame that this takes. */
export const RedirectNotice = ({ to, text }: { readonly to: string; readonly text: string }) => {
  const [, navigate] = useLocation();
  useEffect(() => {
    let isCurrent = true;
    afterPaint(() => isCurrent && navigate(to, { replace: true }));
    return () => {
      isCurrent = false;
    };
  }, [to, navigate]);
  return <p role="status">{text}</p>;
};
