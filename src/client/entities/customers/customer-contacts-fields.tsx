import { useState } from 'react';
import { MOST_CONTACTS } from '#shared/domain/customer-billing.ts';
import type { FieldsOf } from '#client/components/text-field.tsx';
import type { ContactForm, MoreOfCustomer } from '#client/entities/customers/customer-form.ts';
import { Fold } from '#client/entities/customers/fold.tsx';
import { t } from '#client/lib/texts.ts';
import { Button } from '#client/ui/button.tsx';
import { Checkbox, Field, FieldError, TextInput } from '#client/ui/field.tsx';
import { DeleteIcon, PlusIcon } from '#client/ui/icons.tsx';

const NOBODY: ContactForm = { name: '', email: '', phoneNumber: '', getsBills: false };

interface ContactProps {
  readonly contact: ContactForm;
  readonly errorOf: (name: keyof ContactForm) => string | undefined;
  readonly onChange: (part: Partial<ContactForm>) => void;
  readonly onRemove: () => void;
}

const Contact = ({ contact, errorOf, onChange, onRemove }: ContactProps) => {
  const line = (name: 'name' | 'email' | 'phoneNumber', label: string, type: 'text' | 'email' | 'tel') => (
    <Field label={label} required={name === 'name'} error={errorOf(name)}>
      {(control) => (
        <TextInput
          {...control}
          type={type}
          autoComplete="off"
          value={contact[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <fieldset className="grid min-w-0 gap-3.5 rounded-card border border-line p-3.5">
      <legend className="px-1.5 font-[620]">{contact.name || t('New contact')}</legend>
      {line('name', t('Name'), 'text')}
      <div className="grid gap-3.5 md:grid-cols-2">
        {line('email', t('Email'), 'email')}
        {line('phoneNumber', t('Phone Number'), 'tel')}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2.5">
        <Checkbox
          label={t('Gets bills, too')}
          checked={contact.getsBills}
          onChange={({ target }) => onChange({ getsBills: target.checked })}
        />
        <Button size="small" icon={DeleteIcon} onClick={onRemove}>
          {t('Remove')}
        </Button>
      </div>
    </fieldset>
  );
};

/** Other people at the customer's. */
export const CustomerContactsFields = ({ form }: { readonly form: FieldsOf<MoreOfCustomer> }) => {
  const { contacts } = form.values;
  const [isOpen] = useState(contacts.length > 0);
  const set = (people: readonly ContactForm[]) => form.set('contacts', people);
  return (
    <Fold title={t('Other contacts')} isOpen={isOpen}>
      {contacts.map((contact, index) => (
        <Contact
          // oxlint-disable-next-line react/no-array-index-key -- A contact is known by its place.
          key={index}
          contact={contact}
          errorOf={(name) => form.errors[`contacts.${index}.${name}`]}
          onChange={(part) => set(contacts.with(index, { ...contact, ...part }))}
          onRemove={() => set(contacts.toSpliced(index, 1))}
        />
      ))}
      {form.errors['contacts'] !== undefined && <FieldError>{form.errors['contacts']}</FieldError>}
      {contacts.length < MOST_CONTACTS && (
        <Button icon={PlusIcon} className="justify-self-start" onClick={() => set([...contacts, NOBODY])}>
          {t('Add a contact')}
        </Button>
      )}
    </Fold>
  );
};
