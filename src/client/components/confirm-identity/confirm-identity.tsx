import { createRoot } from 'react-dom/client';
import { routes } from '#shared/routes.ts';
import { call } from '#client/api/call.ts';
import { ConfirmIdentityDialog } from '#client/components/confirm-identity/confirm-dialog.tsx';

const ask = async (): Promise<boolean> => {
  const ways = await call(routes.confirmations.ways, {});
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const isConfirmed = await new Promise<boolean>((resolve) => root.render(<ConfirmIdentityDialog ways={ways} onDone={resolve} />));
  root.unmount();
  place.remove();
  return isConfirmed;
};

let asking: Promise<boolean> | undefined;

/**
 * Confirms the user's identity, on top of whatever is open; false: they cancelled, or the question could not be asked. Simultaneous callers
 * share one question.
 */
export const confirmIdentity = (): Promise<boolean> =>
  (asking ??= ask()
    .catch(() => false)
    .finally(() => {
      asking = undefined;
    }));
