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

/** Asks who somebody is, over whatever is open; false: they turned back, or nobody could be asked. Several who ask at once share one question. */
export const confirmIdentity = (): Promise<boolean> =>
  (asking ??= ask()
    .catch(() => false)
    .finally(() => {
      asking = undefined;
    }));
