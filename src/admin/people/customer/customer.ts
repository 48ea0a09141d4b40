import { useApi } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
// Customers as the staff read and change them. Each change resolves with a sentence about what went wrong, or with nothing.
import type { AuditEntry } from '#contract/operations/audit.schema.ts';
import type { CustomerDeletion, CustomerEvent, StaffCustomer } from '#contract/people/staff-customer.schema.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export function useCustomer(id: string): Loaded<StaffCustomer> {
  return useApi('/admin/customer/{userId}', { params: { path: { userId: id } } });
}

export function useCustomerEvents(id: string): Pages<CustomerEvent> {
  return useApiPages('/admin/customer/{userId}/event', {
    params: { path: { userId: id } },
  });
}

export function useDeletion(id: string): Loaded<CustomerDeletion> {
  return useApi('/admin/customer/{userId}/deletion', { params: { path: { userId: id } } });
}

export function useAuditEntry(id: string): Loaded<AuditEntry> {
  return useApi('/admin/audit/{entryId}', { params: { path: { entryId: id } } });
}

export const suspend = (id: string, reason: string) =>
  attempt((api) =>
    api.post('/admin/customer/{userId}/suspend', { params: { path: { userId: id } }, body: { reason } }),
  );
export const restore = (id: string) =>
  attempt((api) => api.post('/admin/customer/{userId}/restore', { params: { path: { userId: id } } }));
export const signOut = (id: string) =>
  attempt((api) => api.post('/admin/customer/{userId}/sign-out', { params: { path: { userId: id } } }));
export const remove = (id: string, email: string) =>
  attempt((api) =>
    api.post('/admin/customer/{userId}/deletion', { params: { path: { userId: id } }, body: { email } }),
  );

/** Saves everything the shop knows of them as a file. */
export function saveExport({ id, email }: StaffCustomer): Promise<string | undefined> {
  return attempt(async (api) => {
    const text = JSON.stringify(
      await api.post('/admin/customer/{userId}/export', { params: { path: { userId: id } } }),
      null,
      2,
    );
    saveFile(new Blob([text], { type: 'application/json' }), `${email}.json`);
  });
}
