// What the staff read of a customer and do with them. What is done resolves with what went wrong, in words, or with nothing.
import { createBrowserApi } from '#client/api/browser-api.ts';
import {
  actOnCustomer,
  deleteCustomer,
  exportCustomer,
  getAuditEntry,
  getStaffCustomer,
  listCustomerEvents,
  previewCustomerDeletion,
  suspendCustomer,
} from '#client/people/staff-customer.ts';
import type { AuditEntry } from '#contract/operations/audit.schema.ts';
import type { CustomerDeletion, CustomerEvent, StaffCustomer } from '#contract/people/staff-customer.schema.ts';
import { saveFile } from '#ui/loading/save-file.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';
import { type Pages, usePages } from '../../frame/use-pages.ts';

export function useCustomer(id: string): Loaded<StaffCustomer> {
  return useLoaded(() => getStaffCustomer(createBrowserApi(), id));
}

/** `round` changes when something was done. */
export function useCustomerEvents(id: string, round: number): Pages<CustomerEvent> {
  return usePages((next) => listCustomerEvents(createBrowserApi(), id, next), String(round));
}

export function useDeletion(id: string): Loaded<CustomerDeletion> {
  return useLoaded(() => previewCustomerDeletion(createBrowserApi(), id));
}

export function useAuditEntry(id: string): Loaded<AuditEntry> {
  return useLoaded(() => getAuditEntry(createBrowserApi(), id));
}

export const suspend = (id: string, reason: string) => attempt((api) => suspendCustomer(api, id, reason));
export const restore = (id: string) => attempt((api) => actOnCustomer(api, id, 'restore'));
export const signOut = (id: string) => attempt((api) => actOnCustomer(api, id, 'sign-out'));
export const remove = (id: string, email: string) => attempt((api) => deleteCustomer(api, id, email));

/** Saves everything the shop knows of them as a file. */
export function saveExport({ id, email }: StaffCustomer): Promise<string | undefined> {
  return attempt(async (api) => {
    const text = JSON.stringify(await exportCustomer(api, id), null, 2);
    saveFile(new Blob([text], { type: 'application/json' }), `${email}.json`);
  });
}
