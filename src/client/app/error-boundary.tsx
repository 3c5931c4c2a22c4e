import { Component, type ReactNode } from 'react';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';

interface Props {
  /** A change of the key, as when going to another screen, tries again. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | null;
  readonly resetKey: string;
}

/** Keeps a broken screen from taking the shell down with it, and offers a way back. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { error: null, resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) {
      return this.props.children;
    }
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <h1 className="text-2xl font-bold">{t("This screen couldn't be shown")}</h1>
        <p className="text-ink2">{t('What you saved is safe. Reload the page, or use the menu to go elsewhere.')}</p>
        <p className="text-sm text-ink3">{error.message}</p>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('Reload')}
        </Button>
      </div>
    );
  }
}
