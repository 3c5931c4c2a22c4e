export { RunEndScreen } from '#client/features/runs/end-screen.tsx';
export { RunScreen } from '#client/features/runs/run-screen.tsx';
export { RunStartScreen } from '#client/features/runs/start-screen.tsx';
