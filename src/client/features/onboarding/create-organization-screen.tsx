import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import * as z from 'zod/mini';
import { routes } from '#shared/routes.ts';
import { employeeInput } from '#shared/domain/employee.ts';
import { requiredLine } from '#shared/domain/fields.ts';
import type { Organization } from '#shared/domain/organization.ts';
import { callOnline } from '#client/api/other-calls.ts';
import { BackLink } from '#client/components/links.tsx';
import { TextField } from '#client/components/text-field.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { keep } from '#client/data/local-rows.ts';
import { useOrganizations } from '#client/data/organization-context.tsx';
import { orgKey } from '#client/data/overview-queries.ts';
import { organizationsQuery, readOrganizationsAgain, userQuery } from '#client/data/session.ts';
import { useUser } from '#client/data/user-context.tsx';
import { type CreationDraft, keepDraft, keyFor, readDraft } from '#client/features/onboarding/creation-draft.ts';
import { OnboardingFrame } from '#client/features/onboarding/onboarding-frame.tsx';
import { quickPath } from '#client/features/onboarding/paths.ts';
import { withDeviceZone } from '#client/data/with-device-zone.ts';
import { useOnboardingOrganization } from '#client/features/onboarding/use-onboarding.ts';
import { cx } from '#client/lib/cx.ts';
import { phrase } from '#client/lib/phrase.tsx';
import { type PlainText, t } from '#client/lib/texts.ts';
import { Note } from '#client/ui/note.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { focusInvalid } from '#client/ui/focus-invalid.ts';
import { FormProblems } from '#client/ui/form-problems.tsx';
import { DoneIcon } from '#client/ui/icons.tsx';

const Progress = ({ step }: { readonly step: 1 | 2 }) => (
  <div className="grid grid-cols-2 gap-2" role="img" aria-label={t('Step {step} of 2', { step })}>
    {[t('Name'), t('Owner')].map((label, index) => (
      <div key={label} className={cx('text-sm', index + 1 === step ? 'font-[680]' : 'text-ink2')}>
        <div className={cx('mb-1.5 h-4 rounded-chip border', index < step ? 'border-act bg-act' : 'swath border-edge')} />
        {label}
      </div>
    ))}
  </div>
);

/** Submits, and moves the focus to what is wrong. */
const submitForm = (event: FormEvent<HTMLFormElement>, submit: () => Promise<void>): void => {
  event.preventDefault();
  const form = event.currentTarget;
  void submit().then(() => focusInvalid(form));
};

const FIRST = '/onboarding/create-organization';
/** The second step has an address of its own, so that the browser's back and forward buttons work between the two. */
const SECOND = `${FIRST}?step=2`;

/** Translated like every rule's message. */
const NO_NAME: PlainText = 'Organization name is required';
const nameForm = z.object({ organizationName: requiredLine(NO_NAME) });

interface StepProps {
  readonly draft: CreationDraft;
  readonly onChange: (draft: CreationDraft) => void;
}

const NameStep = ({ draft, onChange }: StepProps) => {
  const [, navigate] = useLocation();
  const form = useForm({ initial: { organizationName: draft.organizationName }, schema: nameForm });
  // Nothing is created yet: turning back here leaves no organization behind.
  const submit = () =>
    form.submit(
      async ({ organizationName }) => {
        onChange({ ...draft, organizationName });
        navigate(SECOND);
      },
      () => undefined,
    );
  return (
    <form noValidate onSubmit={(event) => submitForm(event, submit)} className="grid gap-5.5 p-5">
      <FormProblems problems={form.problems} />
      <TextField
        form={form}
        name="organizationName"
        label={t('Organization Name')}
        required
        autoComplete="organization"
        hint={t('The name your customers know. It appears on bills.')}
      />
      <Button type="submit" variant="primary">
        {t('Continue')}
      </Button>
    </form>
  );
};

const personForm = z.pick(employeeInput, { firstName: true, lastName: true, phoneNumber: true, isOperator: true });

interface PersonStepProps extends StepProps {
  /** The organization, if it is already created and its owner has no name yet. */
  readonly made: Organization | undefined;
}

/** Creates the organization and its owner, each once, however often it is attempted. */
const useCreate = ({ draft, made }: Pick<PersonStepProps, 'draft' | 'made'>) => {
  const user = useUser();
  const client = useQueryClient();
  const notices = useNotices();
  const [, navigate] = useLocation();
  return async (person: z.output<typeof personForm>) => {
    const name = draft.organizationName;
    const body = { ...person, email: user.email, accessLevel: 'owner', isUser: true } as const;
    const orgId =
      made?.id ??
      (
        await withDeviceZone((zone) =>
          callOnline(routes.organizations.create, { body: { name, onboardingStep: 'country', ...zone } }, keyFor(user.id, name)),
        )
      ).id;
    const owner = await callOnline(
      routes.employees.create,
      { params: { orgId }, body },
      keyFor(user.id, `${orgId} ${JSON.stringify(person)}`),
    );
    keepDraft(user.id, null);
    // The owner on this device has no name yet, and would lead back here.
    await keep('employees', orgId, [owner]);
    client.removeQueries({ queryKey: orgKey(orgId) });
    await Promise.all([readOrganizationsAgain(client), client.invalidateQueries(userQuery)]);
    notices.success(t('Organization Created'), t('Next: where you work, and what you do.'));
    navigate(quickPath('country', orgId), { replace: true });
  };
};

const PersonStep = ({ draft, onChange, made }: PersonStepProps) => {
  const client = useQueryClient();
  const { organizations } = useOrganizations();
  const notices = useNotices();
  const create = useCreate({ draft, made });
  // A member of a company who creates another one means it.
  const [isMember] = useState(organizations.length > 0);
  const [invitedTo, setInvitedTo] = useState<string | null>(null);
  const { firstName, lastName, phoneNumber, isOperator } = draft;
  const form = useForm({ initial: { firstName, lastName, phoneNumber, isOperator }, schema: personForm });
  const set: typeof form.set = (name, value) => {
    form.set(name, value);
    onChange({ ...draft, ...form.values, [name]: value });
  };
  const submit = () =>
    form.submit(
      async (person) => {
        if (!made && !isMember && invitedTo === null) {
          await readOrganizationsAgain(client);
          const others = client.getQueryData(organizationsQuery.queryKey)?.filter(({ role }) => role !== 'owner');
          const first = others?.[0];
          if (first) {
            // Somebody has added the user in the meantime: then this may be a mistake, and a permanent one.
            setInvitedTo(first.name);
            return;
          }
        }
        await create(person);
      },
      (error) => notices.failure(t('Failed to create organization'), error),
    );
  const person = { ...form, set };
  return (
    <form noValidate onSubmit={(event) => submitForm(event, submit)} className="grid gap-5.5 p-5">
      <FormProblems problems={form.problems} />
      <div className="grid gap-5.5 sm:grid-cols-2">
        <TextField form={person} name="firstName" label={t('First Name')} required autoComplete="given-name" />
        <TextField form={person} name="lastName" label={t('Last Name')} required autoComplete="family-name" />
      </div>
      <TextField form={person} name="phoneNumber" label={t('Phone Number')} autoComplete="tel" />
      <Checkbox
        label={t('I run machines, too (Equipment Operator)')}
        checked={form.values.isOperator}
        onChange={(event) => set('isOperator', event.target.checked)}
      />
      {invitedTo !== null && (
        <Note tone="sky" icon={DoneIcon}>
          {phrase('{name} has added you in the meantime. {goThere}, or press the button again to create your own company.', {
            name: invitedTo,
            goThere: (
              <Link href="/dashboard" className="inline-flex min-h-6 items-center font-[640] text-inherit">
                {t('Go to {name}', { name: invitedTo })}
              </Link>
            ),
          })}
        </Note>
      )}
      <Button type="submit" variant="primary" busyText={form.isBusy && t('Creating...')}>
        {t('Create Organization')}
      </Button>
    </form>
  );
};

/**
 * `/onboarding/create-organization` (specification 3.9): the organization's name, then its owner; both are sent together. With `orgId` in
 * the address it is about one whose owner still lacks a name, as after an interruption.
 */
export const CreateOrganizationScreen = () => {
  const user = useUser();
  const { organizations } = useOrganizations();
  const made = useOnboardingOrganization();
  const [draft, setDraft] = useState<CreationDraft>(() => ({
    organizationName: '',
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    phoneNumber: '',
    isOperator: false,
    ...readDraft(user.id),
  }));
  const { organizationName } = draft;
  const search = useSearch();
  useEffect(() => {
    if (organizationName !== '') {
      keepDraft(user.id, draft);
    }
  }, [user.id, draft, organizationName]);
  const isSecond = made !== undefined || (new URLSearchParams(search).get('step') === '2' && organizationName !== '');
  return (
    <OnboardingFrame
      title={isSecond ? t('And who are you?') : t('What is your company called?')}
      lead={isSecond ? t('You are the owner. Check this if you run machines, too.') : t('You can change all of this later.')}
      progress={<Progress step={isSecond ? 2 : 1} />}
    >
      <Card>
        {isSecond ? <PersonStep draft={draft} onChange={setDraft} made={made} /> : <NameStep draft={draft} onChange={setDraft} />}
      </Card>
      {isSecond ? (
        !made && <BackLink to={FIRST}>{t('Back')}</BackLink>
      ) : (
        <BackLink to={organizations.length === 0 ? '/onboarding/choice' : '/dashboard'}>{t('Back')}</BackLink>
      )}
    </OnboardingFrame>
  );
};
