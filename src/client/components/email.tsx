/** An e-mail address that wraps after its at-sign where a line is too short for it. */
export const Email = ({ address }: { readonly address: string }) => {
  const end = address.indexOf('@') + 1;
  return (
    <span className="wrap-anywhere">
      {address.slice(0, end)}
      <wbr />
      {address.slice(end)}
    </span>
  );
};
