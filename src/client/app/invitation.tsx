import { useSignOut } from '#client/app/use-sign-out.tsx';
import { AcceptInvitation, InvitationScreen, SignInFirst } from '#client/features/invitation/invitation-screen.tsx';

interface Props {
  readonly token: string;
}

/** `/invitation` for visitors who are not signed in: what it is for, and the way to sign in, which leads back here. */
export const SignedOutInvitation = ({ token }: Props) => (
  <InvitationScreen token={token}>{(look) => <SignInFirst look={look} />}</InvitationScreen>
);

/** `/invitation` for a signed-in user: to accept it, or to return with another account. */
export const SignedInInvitation = ({ token }: Props) => {
  const { signOut, question } = useSignOut('/invitation');
  return (
    <InvitationScreen token={token}>
      {(look) => (
        <>
          <AcceptInvitation token={token} look={look} onSignOut={signOut} />
          {question}
        </>
      )}
    </InvitationScreen>
  );
};
