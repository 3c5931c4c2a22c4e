/** The icons: lucide, 2 px, always with a word or a name. */
export type { Icon } from '#client/ui/icon.ts';
export * from '#client/ui/icons-first.ts';
export * from '#client/ui/icons-more.ts';
