import type { AuditEntry } from '#contract/operations/audit.schema.ts';
import type { CustomerDeletion, CustomerEvent, StaffCustomer } from '#contract/people/staff-customer.schema.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

export function getStaffCustomer(api: ApiClient, id: string): Promise<StaffCustomer> {
  return api.get(pathOf(id), { asUser: true });
}

export function listCustomerEvents(api: ApiClient, id: string, next?: string): Promise<ListPage<CustomerEvent>> {
  return api.list(next ?? `${pathOf(id)}/event`, { asUser: true });
}

export function suspendCustomer(api: ApiClient, id: string, reason: string): Promise<StaffCustomer> {
  return api.post(`${pathOf(id)}/suspend`, { reason });
}

export function actOnCustomer(api: ApiClient, id: string, action: 'restore' | 'sign-out'): Promise<StaffCustomer> {
  return api.post(`${pathOf(id)}/${action}`, {});
}

export function exportCustomer(api: ApiClient, id: string): Promise<Record<string, unknown>> {
  return api.post(`${pathOf(id)}/export`, {});
}

export function previewCustomerDeletion(api: ApiClient, id: string): Promise<CustomerDeletion> {
  return api.get(`${pathOf(id)}/deletion`, { asUser: true });
}

export function deleteCustomer(api: ApiClient, id: string, email: string): Promise<void> {
  return api.post(`${pathOf(id)}/deletion`, { email });
}

export function getAuditEntry(api: ApiClient, id: string): Promise<AuditEntry> {
  return api.get(`/admin/audit/${encodeURIComponent(id)}`, { asUser: true });
}

function pathOf(id: string): string {
  return `/admin/customer/${encodeURIComponent(id)}`;
}
