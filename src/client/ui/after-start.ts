// What appears only when something happens or is pressed: one file, fetched after the first screen (decision 0015).
export { MenuList } from '#client/ui/menu-list.tsx';
export { ToastCard } from '#client/ui/toast-card.tsx';
