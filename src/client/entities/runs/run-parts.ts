// What entries need of their runs, in one file: their details, and the list that is narrowed to a run.
export { readRunList } from '#client/data/run-list.ts';
export { RunChip } from '#client/entities/runs/run-chip.tsx';
export { RunLink } from '#client/entities/runs/run-link.tsx';
