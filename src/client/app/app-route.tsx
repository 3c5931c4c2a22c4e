import { type ComponentType, type ReactNode, useEffect } from 'react';
import { type PlainText, t } from '#client/lib/texts.ts';

export type Params = Readonly<Record<string, string | undefined>>;
export type ScreenComponent = ComponentType<{ readonly params: Params }>;

/** A screen of the signed-in app. The titles appear in the browser's tab. */
export interface AppRoute {
  readonly path: string;
  readonly title: PlainText;
  readonly Screen: ScreenComponent;
}

/** A screen with its title in the browser's tab. */
export const Titled = ({ title, children }: { readonly title: PlainText; readonly children: ReactNode }): ReactNode => {
  useEffect(() => {
    document.title = t('{title} · Headland', { title: t(title) });
  }, [title]);
  return children;
};
