import { useLocation } from 'wouter';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog, DialogBody } from '#client/ui/dialog.tsx';

/** Says above a form with unsaved input that the user no longer belongs to the organization, before anything replaces the form. */
export const LeftNotice = () => {
  const { organizations, selected, goOn } = useOrganizations();
  const [, navigate] = useLocation();
  const next = organizations.find(({ id }) => id !== selected?.id);
  const leave = () => {
    goOn();
    navigate('/dashboard', { replace: true });
  };
  return (
    <Dialog
      title={t('You no longer belong to {name}', { name: selected?.name ?? '' })}
      size="small"
      onClose={leave}
      onSubmit={leave}
      footer={
        <Button type="submit" variant="primary">
          {next ? t('Go to {name}', { name: next.name }) : t('Continue')}
        </Button>
      }
    >
      <DialogBody>
        <p>{t('What you have open can no longer be saved there. A job entry is kept as a draft on this device.')}</p>
      </DialogBody>
    </Dialog>
  );
};
