import { AddedUnasked } from '#client/features/account/added-unasked.tsx';
import { ConfirmAddress } from '#client/features/account/confirm-address.tsx';
import { useUser } from '#client/data/user-context.tsx';
import { useBrowserOnline } from '#client/lib/use-browser-online.ts';

/** Questions of the server to the user personally, above every screen; only they can answer, and only with a network. */
export const PersonNotices = () => {
  const { confirmBy, addedTo = [] } = useUser();
  const isOnline = useBrowserOnline();
  return (
    isOnline && (
      <>
        {confirmBy && <ConfirmAddress method={confirmBy} />}
        <AddedUnasked to={addedTo} />
      </>
    )
  );
};
