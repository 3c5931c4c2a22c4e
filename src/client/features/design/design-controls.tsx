import { useState } from 'react';
import { stepped } from '#client/lib/stepped.ts';
import { Button } from '#client/ui/button.tsx';
import { CheckGrid } from '#client/ui/check-grid.tsx';
import { ConfirmDialog, Dialog, DialogBody } from '#client/ui/dialog.tsx';
import { Checkbox, Field, Select, Textarea, TextInput } from '#client/ui/field.tsx';
import { EquipmentIcon, PhoneIcon, PlusIcon, ServiceIcon } from '#client/ui/icons.tsx';
import { FilePicker } from '#client/ui/file-picker.tsx';
import { PickMany, PickOne, PickSome, QuickKey } from '#client/ui/pickers.tsx';
import { RadioGroup } from '#client/ui/radio-group.tsx';
import { Stepper } from '#client/ui/stepper.tsx';
import { useToast } from '#client/ui/toast.tsx';

const CHOICES = ['Chopping', 'Hauling', 'Packing', 'Mowing', 'Baling'].map((name, index) => ({ id: index + 1, name }));

const Pickers = () => {
  const [one, setOne] = useState<number | null>(2);
  const [some, setSome] = useState([1, 3]);
  const [many, setMany] = useState([1]);
  const [radio, setRadio] = useState<string | null>('here');
  const [grid, setGrid] = useState([2]);
  const [files, setFiles] = useState<{ name: string; preview: undefined }[]>([{ name: 'ticket.pdf', preview: undefined }]);
  return (
    <div className="grid min-w-0 content-start gap-5.5">
      <Field label="One of a few" required hint="Used most lately comes first.">
        {() => <PickOne label="One of a few" choices={CHOICES} value={one} onChange={setOne} />}
      </Field>
      <Field label="Some of a few">{() => <PickSome label="Some of a few" choices={CHOICES} value={some} onChange={setSome} />}</Field>
      <Field label="Several from a list" required>
        {(control) => (
          <PickMany
            control={control}
            icon={EquipmentIcon}
            choices={CHOICES}
            value={many}
            onChange={setMany}
            most={3}
            placeholder="Choose up to 3"
            recent={[4, 2]}
          />
        )}
      </Field>
      <RadioGroup
        label="Which one counts?"
        choices={[
          { id: 'here', name: '9.5 hrs', hint: 'On this device, today at 2:41 PM' },
          { id: 'there', name: '8.5 hrs', hint: 'In the office, today at 11:05 AM' },
        ]}
        value={radio}
        onChange={setRadio}
      />
      <CheckGrid
        label="All that apply"
        choices={CHOICES}
        value={grid}
        onChange={setGrid}
        empty="Nothing to choose from."
        error="Please choose two"
      />
      <div className="grid">
        <Checkbox label="A choice of its own" defaultChecked />
        <Checkbox label="Not chosen" />
        <Checkbox label="Not to be changed" disabled defaultChecked />
      </div>
      <Field label="Attachments" hint={`${files.length} of 3, up to 10 MB each`}>
        {(control) => (
          <FilePicker
            control={control}
            files={files}
            most={3}
            onAdd={(added) => setFiles([...files, ...added.map(({ name }) => ({ name, preview: undefined }))])}
            onRemove={(index) => setFiles(files.toSpliced(index, 1))}
          />
        )}
      </Field>
    </div>
  );
};

const Inputs = () => {
  const [hours, setHours] = useState('9.5');
  const [loads, setLoads] = useState('');
  const [choice, setChoice] = useState('');
  return (
    <div className="grid min-w-0 content-start gap-5.5">
      <Field label="Text" required hint="The field and the work.">
        {(control) => <TextInput {...control} placeholder="North Quarter" />}
      </Field>
      <Field label="Text with an error" required error="Please enter a name">
        {(control) => <TextInput {...control} />}
      </Field>
      <Field
        label="Select"
        required
        action={
          <Button variant="ghost" size="small" icon={PlusIcon} className="-my-2.5 -mr-2">
            New one
          </Button>
        }
      >
        {(control) => (
          <Select
            {...control}
            icon={ServiceIcon}
            placeholder="Choose a service"
            value={choice}
            onChange={(event) => setChoice(event.target.value)}
          >
            {CHOICES.map(({ id, name }) => (
              <option key={id}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Disabled">
        {(control) => <Select {...control} icon={EquipmentIcon} placeholder="Choose a service first" value="" disabled />}
      </Field>
      <Field label="Date">{(control) => <TextInput {...control} type="date" defaultValue="2025-09-18" />}</Field>
      <Stepper label="Hours" required value={hours} onChange={setHours} step={0.1} unit="hrs">
        <div className="flex gap-2">
          {[0.1, 0.5, 1].map((amount) => (
            <QuickKey key={amount} onPress={() => setHours(stepped(hours, amount, 1))}>
              +{amount}
            </QuickKey>
          ))}
        </div>
      </Stepper>
      <Stepper label="Count" required error="Count is required" value={loads} onChange={setLoads} />
      <Field label="Notes">{(control) => <Textarea {...control} rows={2} defaultValue="Gate at the creek crossing is soft." />}</Field>
    </div>
  );
};

/** Every control in its states. */
export const ControlsSection = () => (
  <section className="grid gap-3">
    <h2 className="text-lg/[1.3] font-[680]">Fields</h2>
    <div className="grid gap-x-8 gap-y-5.5 md:grid-cols-2">
      <Inputs />
      <Pickers />
    </div>
  </section>
);

/** What floats above the page: dialogs in their sizes, and toasts. */
export const OverlaysSection = () => {
  const toast = useToast();
  const [open, setOpen] = useState<'wide' | 'normal' | null>(null);
  const [isAsking, setAsking] = useState(false);
  const fail = () => toast({ title: 'Unable to sync', text: 'You are currently offline.', tone: 'destructive' });
  return (
    <section className="grid gap-3">
      <h2 className="text-lg/[1.3] font-[680]">Dialogs and toasts</h2>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => setOpen('wide')}>Wide dialog</Button>
        <Button onClick={() => setOpen('normal')}>Dialog</Button>
        <Button onClick={() => setAsking(true)}>Question</Button>
        <Button onClick={() => toast({ title: 'Saved Offline', text: 'Created locally and will sync when online', icon: PhoneIcon })}>
          Toast
        </Button>
        <Button onClick={fail}>Destructive toast</Button>
      </div>
      {open && (
        <Dialog
          title="New one"
          size={open}
          onClose={() => setOpen(null)}
          onSubmit={() => {
            toast({ title: 'Success', text: 'Created successfully' });
            setOpen(null);
          }}
          footer={
            <>
              <Button onClick={() => setAsking(true)}>Discard</Button>
              <Button variant="log" type="submit">
                Submit
              </Button>
            </>
          }
        >
          {open === 'wide' ? (
            <div className="grid md:grid-cols-2">
              <DialogBody>
                <Inputs />
              </DialogBody>
              <div className="bg-ground">
                <DialogBody>
                  <Pickers />
                </DialogBody>
              </div>
            </div>
          ) : (
            <DialogBody>
              <Field label="Name" required>
                {(control) => <TextInput {...control} />}
              </Field>
              <Button onClick={fail}>A toast above the dialog</Button>
            </DialogBody>
          )}
        </Dialog>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Discard this?"
          text="What you typed is lost."
          confirmLabel="Discard"
          cancelLabel="Keep"
          danger
          onConfirm={() => {
            setAsking(false);
            setOpen(null);
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  );
};
