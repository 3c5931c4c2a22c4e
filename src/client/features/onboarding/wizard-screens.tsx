export { StepCustomersScreen } from '#client/features/onboarding/step-customers-screen.tsx';
export { StepEmployeesScreen } from '#client/features/onboarding/step-employees-screen.tsx';
export { StepEquipmentScreen } from '#client/features/onboarding/step-equipment-screen.tsx';
export { StepServiceFieldsScreen } from '#client/features/onboarding/step-service-fields-screen.tsx';
export { StepServicesScreen } from '#client/features/onboarding/step-services-screen.tsx';
