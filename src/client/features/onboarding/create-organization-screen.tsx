import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { employeeInput } from '#shared/domain/employee.ts';
import { requiredLine } from '#shared/domain/fields.ts';
import { callOnline } from '#client/api/call.ts';
import { useKeys } from '#client/components/use-keys.ts';
import { BackLink } from '#client/components/links.tsx';
import { useForm } from '#client/components/use-form.ts';
import { useNotices } from '#client/components/use-notices.ts';
import { organizationsQuery, readOrganizationsAgain, userQuery } from '#client/data/session.ts';
import { useUser } from '#client/data/user-context.tsx';
import { OnboardingFrame } from '#client/features/onboarding/onboarding-frame.tsx';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Checkbox, Field, TextInput } from '#client/ui/field.tsx';
import { cx } from '#client/lib/cx.ts';

const nameForm = z.object({ organizationName: requiredLine('Organization name is required') });

const Progress = ({ step }: { readonly step: 1 | 2 }) => (
  <div className="grid grid-cols-2 gap-2" role="img" aria-label={`Step ${step} of 2`}>
    {['Name', 'You'].map((label, index) => (
      <div key={label} className={cx('text-sm', index + 1 === step ? 'font-[680]' : 'text-ink2')}>
        <div className={cx('mb-1.5 h-4 rounded-chip border', index < step ? 'border-act bg-act' : 'swath border-edge')} />
        {label}
      </div>
    ))}
  </div>
);

const NameStep = ({ onCreated }: { readonly onCreated: (orgId: number) => void }) => {
  const client = useQueryClient();
  const notices = useNotices();
  const keyOf = useKeys();
  const [isBusy, setBusy] = useState(false);
  const form = useForm({ initial: { organizationName: '' }, schema: nameForm });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const values = form.check();
    if (!values) {
      return;
    }
    setBusy(true);
    try {
      const { id } = await callOnline(
        contract.organizations.create,
        { body: { name: values.organizationName, onboardingStep: 'employees' } },
        keyOf(values.organizationName),
      );
      // Read the list first: it changes what stands around this screen, and the second step must not be swapped out under the user.
      await readOrganizationsAgain(client);
      onCreated(id);
    } catch (error) {
      notices.failure('Failed to create organization', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5.5 p-5">
      <Field
        label="Organization Name"
        required
        error={form.errors['organizationName']}
        hint="As your customers know it. It stands on bills."
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="organization"
            value={form.values.organizationName}
            onChange={(event) => form.set('organizationName', event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busyText={isBusy && 'Creating...'}>
        Continue
      </Button>
    </form>
  );
};

const personForm = z.pick(employeeInput, { firstName: true, lastName: true, phoneNumber: true, isOperator: true });

const PersonStep = ({ orgId }: { readonly orgId: number }) => {
  const user = useUser();
  const client = useQueryClient();
  const notices = useNotices();
  const keyOf = useKeys();
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initial: { firstName: user.firstName ?? '', lastName: user.lastName ?? '', phoneNumber: '', isOperator: false },
    schema: personForm,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const person = form.check();
    if (!person) {
      return;
    }
    setBusy(true);
    try {
      const body = { ...person, email: user.email, accessLevel: 'owner', isUser: true } as const;
      await callOnline(contract.employees.create, { params: { orgId }, body }, keyOf(JSON.stringify(body)));
      await callOnline(contract.organizations.update, { params: { orgId }, body: { onboardingStep: 'completed' } }, keyOf(`done ${orgId}`));
      localStorage.setItem('selectedOrganizationId', String(orgId));
      await Promise.all([readOrganizationsAgain(client), client.invalidateQueries(userQuery)]);
      notices.success('Organization Created', 'Add your customers, machines and people whenever you like.');
    } catch (error) {
      form.showServerIssues(error);
      notices.failure('Failed to create organization', error);
    } finally {
      setBusy(false);
    }
  };
  const text = (name: 'firstName' | 'lastName' | 'phoneNumber', label: string, autoComplete: string) => (
    <Field label={label} required={name !== 'phoneNumber'} error={form.errors[name]}>
      {(control) => (
        <TextInput
          {...control}
          autoComplete={autoComplete}
          value={form.values[name]}
          onChange={(event) => form.set(name, event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5.5 p-5">
      <div className="grid gap-5.5 sm:grid-cols-2">
        {text('firstName', 'First Name', 'given-name')}
        {text('lastName', 'Last Name', 'family-name')}
      </div>
      {text('phoneNumber', 'Phone Number', 'tel')}
      <Checkbox
        label="I run machines myself (Equipment Operator)"
        checked={form.values.isOperator}
        onChange={(event) => form.set('isOperator', event.target.checked)}
      />
      <Button type="submit" variant="primary" busyText={isBusy && 'Creating...'}>
        Create Organization
      </Button>
    </form>
  );
};

/**
 * `/onboarding/create-organization` (specification 1 §2): the organization's name, then who its owner is.
 * With `orgId` in the address it goes on at the second step, as after an interruption.
 */
export const CreateOrganizationScreen = () => {
  const asked = Number(new URLSearchParams(useSearch()).get('orgId'));
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const [, navigate] = useLocation();
  const begun = organizations.find(({ id, role }) => id === asked && role === 'owner');
  const orgId = begun?.id ?? (asked || null);
  if (begun?.onboardingCompleted) {
    // The list says that it is complete: only then is the dashboard reachable.
    return <Redirect to="/dashboard" replace />;
  }
  return (
    <OnboardingFrame
      title={orgId === null ? 'What is your company called?' : 'And who are you?'}
      lead={
        orgId === null ? 'You can change everything later.' : 'You are the owner. As an operator you can be chosen on job entries as well.'
      }
    >
      <Progress step={orgId === null ? 1 : 2} />
      <Card>
        {orgId === null ? (
          <NameStep onCreated={(id) => navigate(`/onboarding/create-organization?orgId=${id}`, { replace: true })} />
        ) : (
          <PersonStep orgId={orgId} />
        )}
      </Card>
      {orgId === null && <BackLink to={organizations.length === 0 ? '/onboarding/choice' : '/dashboard'}>Back</BackLink>}
    </OnboardingFrame>
  );
};
