export { ActivityScreen } from '#client/features/organization/activity-screen.tsx';
export { OrganizationScreen } from '#client/features/organization/organization-screen.tsx';
export { ServiceDataFieldsScreen } from '#client/features/organization/service-data-fields-screen.tsx';
