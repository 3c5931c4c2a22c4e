import type { ComponentType, ReactNode, SVGProps } from 'react';

const TONE = {
  /** Something to settle. */
  straw: 'border-straw bg-straw-bg text-straw-fg',
  /** Something will be lost. */
  poppy: 'border-poppy bg-poppy-bg text-poppy-fg',
};

interface Props {
  /** `alert`: nothing continues until it is settled. */
  readonly role?: 'status' | 'alert';
  readonly tone: keyof typeof TONE;
  readonly icon: ComponentType<SVGProps<SVGSVGElement>>;
  readonly title: string;
  readonly text: string;
  /** What can be done about it. */
  readonly children: ReactNode;
}

/** A notice above a screen's content: what is wrong, what it means, and what to press. */
export const PageNotice = ({ role = 'status', tone, icon: Icon, title, text, children }: Props) => (
  <div role={role} className={`mb-4 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-card border-[1.5px] p-3.5 ${TONE[tone]}`}>
    <Icon className="size-6 shrink-0 self-start" aria-hidden="true" />
    <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
      <b className="block leading-[1.35] font-[680]">{title}</b>
      <p className="text-sm/[1.4]">{text}</p>
    </div>
    {children}
  </div>
);
