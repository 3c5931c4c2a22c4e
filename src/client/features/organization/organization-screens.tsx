export { DataScreen } from '#client/features/organization/data-screen.tsx';
export { OrganizationScreen } from '#client/features/organization/organization-screen.tsx';
export { ServiceDataFieldsScreen } from '#client/features/organization/service-data-fields-screen.tsx';
