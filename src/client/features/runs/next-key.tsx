import { t } from '#client/lib/texts.ts';
import { ForwardIcon, SearchIcon } from '#client/ui/icons.tsx';

interface NextKeyProps {
  /** Above the name; null: the name says it all. */
  readonly label: string | null;
  readonly name: string;
  readonly onPress: () => void;
}

/** The one action of the cab, over the whole width. */
export const NextKey = ({ label, name, onPress }: NextKeyProps) => (
  <button type="button" className="cab-next" onClick={onPress}>
    <span>
      {label !== null && <small>{label} </small>}
      <b>{name}</b>
    </span>
    <ForwardIcon aria-hidden="true" />
  </button>
);

interface UsualKeysProps {
  readonly usual: readonly { readonly id: number; readonly name: string }[];
  readonly onPick: (customerId: number) => void;
  readonly onOther: () => void;
}

/** In its place while no stop is planned: the customers that are likeliest, each by one press, and the way to all others. */
export const UsualKeys = ({ usual, onPick, onOther }: UsualKeysProps) => (
  <div role="group" aria-label={t('Choose next customer')} className="cab-usual">
    {usual.map(({ id, name }) => (
      <NextKey key={id} label={t('Next stop')} name={name} onPress={() => onPick(id)} />
    ))}
    <button type="button" className="cab-next" onClick={onOther}>
      <SearchIcon aria-hidden="true" />
      <span className="sr-only">{t('Other customer')}</span>
    </button>
  </div>
);
