// API requests and answers about hours of machines.
import { z } from 'zod';
import { productIdMaximum } from '../../catalogue/product/product-limits.ts';
import { selectedOptionSchema } from '../../catalogue/product/selected-option.schema.ts';
import { sshKeyMaximum } from '../../people/ssh-key.ts';
import { line, writtenLines } from '../../text/text.schema.ts';
import { hoursEntryKinds, hoursStates, longestLimitMinutes, sessionStates, stopReasons } from './hours.ts';
import { machineReport, provisionFieldSchema } from './provision.schema.ts';

const moment = z.iso.datetime({ offset: true, error: 'must be a moment such as 2026-11-23T12:00:00Z' });

/** One machine of a line that rents several, each with hours of its own. */
export const machineSchema = z
  .strictObject({
    number: z.int().meta({ description: 'From 1' }),
    of: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ description: 'Which of the machines of its line it is, where there are several' });

const machineSessionSchema = z
  .strictObject({
    session_id: z.string(),
    state: z.enum(sessionStates),
    template: z.string().nullable().meta({ description: 'That its user has chosen' }),
    ssh_keys: z.array(z.string()).meta({
      description: 'Public SSH keys that its user has handed over, each as type and base64; none once it is off',
    }),
    requested_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    stopped_at: z.iso.datetime().nullable().meta({ description: 'Until when minutes are counted' }),
    stop_reason: z.enum(stopReasons).nullable(),
    failure: z.string().nullable(),
    minutes: z.int().meta({ description: 'Counted so far; each one that has begun counts' }),
    minutes_returned: z.int().meta({ description: 'Of them, given back for outages' }),
    fields: z
      .array(z.strictObject({ label: z.string(), value: z.string(), secret: z.boolean() }))
      .meta({ description: 'How the machine is reached, while it is on' }),
  })
  .meta({ id: 'MachineSession' });
export type MachineSession = z.infer<typeof machineSessionSchema>;

const cents = (name: string) =>
  z
    .number(`${name} must be a number`)
    .min(0.01, `${name} must be at least 0.01`)
    .max(1_000_000, `${name} must be at most 1,000,000`)
    .refine((dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6, `${name} must be in whole cents`);

export const machineLimitsSchema = z
  .strictObject({
    stop_after_minutes: z
      .int('must be a whole number of minutes')
      .min(1, 'must be at least 1 minute')
      .max(longestLimitMinutes, `must be at most ${longestLimitMinutes.toLocaleString('en-US')} minutes`)
      .nullable()
      .default(null)
      .meta({ description: 'The machine stops after so many counted minutes; null: it goes on' }),
    budget: cents('budget').nullable().default(null).meta({
      description:
        'The machine stops before its minutes cost more US dollars, at the prices paid for them; null: it goes on',
    }),
  })
  .meta({ id: 'MachineLimits' });
export type MachineLimits = z.infer<typeof machineLimitsSchema>;

export const startMachineSchema = machineLimitsSchema
  .extend({
    template: line().min(1).max(60).nullable().default(null).meta({
      description: 'Name of one of the templates of these hours; null: the shop sets it up as it usually does',
    }),
    ssh_key_ids: z
      .array(z.uuid('must be a UUID').max(36))
      .max(sshKeyMaximum, `must be at most ${sshKeyMaximum} keys`)
      .default([])
      .meta({ description: "Those of the caller's SSH keys that the shop gets for the machine" }),
  })
  .meta({ id: 'StartMachine' });
export type StartMachine = z.infer<typeof startMachineSchema>;

const libraryMachineSchema = machineSessionSchema
  .extend({
    stop_after_minutes: z.int().nullable().meta({ description: 'Its user has set that it stops then' }),
    budget: z.number().nullable().meta({ description: 'US dollars; its user has set that it stops then' }),
    stops_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When a limit stops it; null: none is set, or it is not on' }),
    cost: z.number().nullable().meta({
      description:
        'US dollars that the counted minutes come to, at the price paid for these hours; null: nothing was paid',
    }),
    report: z
      .strictObject({ at: z.iso.datetime(), ...machineReport })
      .nullable()
      .meta({ description: 'What its shop has last reported of it; null: nothing, or it is not on' }),
  })
  .meta({ id: 'LibraryMachine' });
export type LibraryMachine = z.infer<typeof libraryMachineSchema>;

const balance = {
  minutes_bought: z.int(),
  minutes_used: z.int().meta({ description: 'Without those that were given back' }),
  minutes_left: z.int(),
  expires_at: z.iso.datetime().nullable().meta({ description: 'When what is left expires; null: never' }),
};

export const libraryHoursSchema = z
  .strictObject({
    entitlement_id: z.string(),
    product_id: z.string(),
    product_name: z.string(),
    by: z.enum(['endpoint', 'hand']),
    state: z.enum(hoursStates),
    ...balance,
    minutes_left_in_all: z.int().meta({
      description: 'With what the buyer has of the same product beside it: a running machine goes on with that',
    }),
    may_start: z.boolean(),
    may_extend: z.boolean().meta({
      description: 'More time can be ordered for the machine while it is reserved, if it comes with nothing but hours',
    }),
    templates: z.array(z.strictObject({ name: z.string() })).meta({
      description: 'What a machine can be started with, the usual one first; none: there is nothing to choose',
    }),
    price_of_hour: z.number().nullable().meta({
      description:
        'US dollars paid for an hour of the purchase that is used next, to 6 decimals; null: nothing was paid',
    }),
    prices_differ: z.boolean().meta({
      description: 'Not all hours that are used next have that price: a sum divided by it is not how long it lasts',
    }),
    session: libraryMachineSchema
      .nullable()
      .meta({ description: 'The machine that is on or was last; null: there was none' }),
  })
  .meta({ id: 'LibraryHours' });
export type LibraryHours = z.infer<typeof libraryHoursSchema>;

const hoursEntrySchema = z
  .strictObject({
    entry_id: z.int(),
    kind: z.enum(hoursEntryKinds),
    minutes: z.int().meta({ description: 'Below zero where they are taken' }),
    since: z.iso.datetime().meta({ description: 'Of several entries as one: when the first of them was written' }),
    at: z.iso.datetime(),
    session_id: z.string().nullable(),
    reason: z.string(),
  })
  .meta({ id: 'HoursEntry' });
export type HoursEntry = z.infer<typeof hoursEntrySchema>;

export const hoursEntriesSchema = z.array(hoursEntrySchema);

export const sellerHoursSchema = z
  .strictObject({
    entitlement_id: z.string(),
    order_id: z.string().nullable(),
    line: z.int().nullable(),
    product_id: z.string(),
    product_name: z.string(),
    selected_options: z.array(selectedOptionSchema),
    quantity: z.int(),
    machine: machineSchema.exactOptional(),
    buyer: z
      .string()
      .meta({ description: 'The same for everything that one buyer has of this shop; says nothing of them' }),
    by: z.enum(['endpoint', 'hand']),
    state: z.enum(hoursStates),
    ...balance,
    granted_at: z.iso.datetime(),
    session: machineSessionSchema.nullable(),
    request: z
      .enum(['start', 'stop'])
      .nullable()
      .meta({ description: 'What the buyer waits for, where machines are started and stopped by hand' }),
  })
  .meta({ id: 'SellerHours' });
export type SellerHours = z.infer<typeof sellerHoursSchema>;

export const sellerHoursListSchema = z.array(sellerHoursSchema);

export const startedMachineSchema = z
  .strictObject({
    fields: z
      .array(provisionFieldSchema)
      .max(40, 'must be at most 40 fields')
      .default([])
      .meta({ description: 'How the buyer reaches the machine' }),
  })
  .meta({ id: 'StartedMachine' });

const outageRange = {
  product_id: line()
    .min(1)
    .max(productIdMaximum)
    .exactOptional()
    .meta({ description: 'All its machines; or else session_id' }),
  session_id: line().min(1).max(200).exactOptional(),
  from: moment,
  to: moment,
};
type OutageRange = { product_id?: string; session_id?: string; from: string; to: string };
const namesOne = ({ product_id, session_id }: OutageRange) => (product_id === undefined) !== (session_id === undefined);
const namesOneFault = { error: 'must name either product_id or session_id' };
const isForward = ({ from, to }: OutageRange) => new Date(from) < new Date(to);
const isForwardFault = { error: 'from must be before to' };

export const hoursOutageSchema = z
  .strictObject({
    ...outageRange,
    reason: writtenLines('must say what happened').max(1_000, 'must be at most 1,000 characters').meta({
      description: 'The buyers read it',
    }),
  })
  .refine(namesOne, namesOneFault)
  .refine(isForward, isForwardFault)
  .meta({ id: 'HoursOutage' });
export type HoursOutage = z.infer<typeof hoursOutageSchema>;

export const askedOutageSchema = z
  .strictObject(outageRange)
  .refine(namesOne, namesOneFault)
  .refine(isForward, isForwardFault)
  .meta({ id: 'AskedOutage' });
export type AskedOutage = z.infer<typeof askedOutageSchema>;

export const outagePreviewSchema = z
  .strictObject({
    sessions: z.int().meta({ description: 'Machines of which minutes would come back' }),
    buyers: z.int().meta({ description: 'To whom' }),
    minutes: z.int(),
  })
  .meta({ id: 'OutagePreview' });
export type OutagePreview = z.infer<typeof outagePreviewSchema>;

export const recordedOutageSchema = z
  .strictObject({
    outage_id: z.string(),
    sessions: z.int().meta({ description: 'Machines of which minutes were given back now' }),
    minutes: z.int().meta({ description: 'Given back now; what an outage gave back before is not given back again' }),
  })
  .meta({ id: 'RecordedOutage' });
export type RecordedOutage = z.infer<typeof recordedOutageSchema>;
