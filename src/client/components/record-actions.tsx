import { t } from '#client/lib/texts.ts';
import { Button, IconButton, iconButtonClass } from '#client/ui/button.tsx';
import { DeleteIcon, EditIcon, type Icon, MoreIcon } from '#client/ui/icons.tsx';
import { Menu } from '#client/ui/menu.tsx';
import { useIsWide } from '#client/lib/use-media.ts';

/** Something that can be done with a record, in one word. */
export interface RecordAction {
  readonly word: string;
  readonly icon: Icon;
  readonly isDanger?: boolean;
  /** Why it cannot be done now. */
  readonly disabledReason?: string | undefined;
  readonly onSelect: () => void;
}

export const editAction = (onSelect: () => void, disabledReason?: string): RecordAction => ({
  word: t('Edit'),
  icon: EditIcon,
  disabledReason,
  onSelect,
});

export const deleteAction = (onSelect: () => void, disabledReason?: string): RecordAction => ({
  word: t('Delete'),
  icon: DeleteIcon,
  isDanger: true,
  disabledReason,
  onSelect,
});

interface RecordActionsProps {
  /** What the record is called. */
  readonly name: string;
  readonly actions: readonly RecordAction[];
}

const ActionsMenu = ({ name, actions }: RecordActionsProps) => (
  <Menu
    label={t('Actions for {name}', { name })}
    buttonClassName={iconButtonClass}
    items={actions.map(({ word, ...action }) => ({ label: word, ...action }))}
  >
    <MoreIcon className="size-5" aria-hidden="true" />
  </Menu>
);

/** The actions of a row: icons on wide screens, one menu on phones. */
export const RowActions = ({ name, actions }: RecordActionsProps) => {
  const isWide = useIsWide();
  if (actions.length === 0) {
    return null;
  }
  return isWide ? (
    actions.map(({ word, icon, disabledReason, onSelect }) => (
      <IconButton key={word} label={`${word} ${name}`} icon={icon} disabledReason={disabledReason} onClick={onSelect} />
    ))
  ) : (
    <ActionsMenu name={name} actions={actions} />
  );
};

/** The actions of the record that a screen is about: buttons on wide screens, with the reason next to disabled ones; one menu on phones. */
export const DetailActions = ({ name, actions }: RecordActionsProps) => {
  const isWide = useIsWide();
  const reason = actions.find(({ disabledReason }) => disabledReason !== undefined)?.disabledReason;
  if (actions.length === 0) {
    return null;
  }
  return isWide ? (
    <>
      {reason !== undefined && <p className="text-sm text-ink2">{reason}</p>}
      {actions.map(({ word, icon, isDanger, disabledReason, onSelect }) => (
        <Button
          key={word}
          size="small"
          variant={isDanger ? 'danger' : 'plain'}
          icon={icon}
          disabled={disabledReason !== undefined}
          onClick={onSelect}
        >
          {word}
        </Button>
      ))}
    </>
  ) : (
    <ActionsMenu name={name} actions={actions} />
  );
};
