// Customers as the staff read and change them. Each change resolves with a sentence about what went wrong, or with nothing.
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { AuditEntry } from '#contract/operations/audit.schema.ts';
import type { CustomerDeletion, CustomerEvent, StaffCustomer } from '#contract/people/staff-customer.schema.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';
import { type Pages, usePages } from '../../frame/use-pages.ts';

export function useCustomer(id: string): Loaded<StaffCustomer> {
  return useLoaded(() =>
    createBrowserApi().get('/admin/customer/{userId}', { params: { path: { userId: id } }, asUser: true }),
  );
}

/** `round` changes when something was done. */
export function useCustomerEvents(id: string, round: number): Pages<CustomerEvent> {
  return usePages(
    (next) =>
      createBrowserApi().list('/admin/customer/{userId}/event', {
        params: { path: { userId: id } },
        asUser: true,
        page: next,
      }),
    String(round),
  );
}

export function useDeletion(id: string): Loaded<CustomerDeletion> {
  return useLoaded(() =>
    createBrowserApi().get('/admin/customer/{userId}/deletion', { params: { path: { userId: id } }, asUser: true }),
  );
}

export function useAuditEntry(id: string): Loaded<AuditEntry> {
  return useLoaded(() =>
    createBrowserApi().get('/admin/audit/{entryId}', { params: { path: { entryId: id } }, asUser: true }),
  );
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
