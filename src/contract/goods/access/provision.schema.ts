// API requests and answers about access, and those of a shop's endpoint.
import { z } from 'zod';
import { selectedOptionSchema } from '../../catalogue/product/selected-option.schema.ts';
import { line, lines } from '../../text/text.schema.ts';
import { accessStates, provisionCallStates, provisionCallTypes } from './provision.ts';

const URL_LENGTH = 2_000;
const FIELDS = 40;

/** One line of what a buyer is shown, such as an address or a password. */
export const provisionFieldSchema = z
  .strictObject({
    label: line().min(1, 'must not be empty').max(100, 'must be at most 100 characters'),
    value: lines().max(4_000, 'must be at most 4,000 characters'),
    secret: z.boolean('must be true or false').default(false).meta({ description: 'Shown only when the buyer asks' }),
  })
  .meta({ id: 'ProvisionField' });
export type ProvisionField = z.infer<typeof provisionFieldSchema>;

const fields = z.array(provisionFieldSchema).max(FIELDS, `must be at most ${FIELDS} fields`);
/** As it is told: without what is left out. */
const comparedFields = z.array(z.strictObject({ label: z.string(), value: z.string(), secret: z.boolean() }));

/** Answer of an endpoint to access.grant. All of it is shown as text. */
export const accessAnswerSchema = z
  .strictObject({
    text: lines().max(8_000, 'must be at most 8,000 characters').exactOptional(),
    fields: fields.exactOptional(),
    expires_at: z.iso
      .datetime({ offset: true, error: 'must be a moment such as 2027-01-31T12:00:00Z' })
      .exactOptional()
      .meta({ description: 'Until when it works; left out: without an end' }),
  })
  .refine(({ text, fields }) => Boolean(text) || (fields?.length ?? 0) > 0, 'must have a text or fields')
  .meta({ id: 'AccessAnswer' });
export type AccessAnswer = z.infer<typeof accessAnswerSchema>;

/** Report of a shop about a machine that is on. All of it is shown as text. */
export const machineReport = {
  utilization: z
    .array(
      z.strictObject({
        label: line().min(1, 'must not be empty').max(60, 'must be at most 60 characters').meta({ example: 'GPU 0' }),
        percent: z.number('must be a number').min(0, 'must be at least 0').max(100, 'must be at most 100'),
        detail: line().max(60, 'must be at most 60 characters').exactOptional().meta({ example: '61 of 80 GB' }),
      }),
    )
    .max(32, 'must be at most 32 values'),
  log: z
    .array(line().max(1_000, 'must be at most 1,000 characters'))
    .max(200, 'must be at most 200 lines')
    .meta({ description: 'Its last lines, the oldest first' }),
};

/** Answer of an endpoint to hours.start and hours.status. */
export const machineAnswerSchema = z
  .strictObject({
    state: z.enum(['starting', 'running', 'stopped', 'failed'], 'must be starting, running, stopped or failed'),
    fields: fields.exactOptional().meta({ description: 'How the buyer reaches the machine' }),
    poll_after_seconds: z
      .number('must be a number')
      .min(1, 'must be at least 1')
      .max(3_600, 'must be at most 3,600')
      .exactOptional()
      .meta({ description: 'After which hours.status is asked' }),
    utilization: machineReport.utilization.exactOptional().meta({ description: 'How busy it is, for the buyer' }),
    log: machineReport.log.exactOptional().meta({ description: 'Its last log lines, the oldest first, for the buyer' }),
    failure: lines().max(1_000).exactOptional().meta({ description: 'Of failed: why, for the buyer' }),
  })
  .meta({ id: 'MachineAnswer' });
export type MachineAnswer = z.infer<typeof machineAnswerSchema>;

/** The body of every call. */
const provisionRequestSchema = z
  .strictObject({
    type: z.enum([...provisionCallTypes, 'provision.test']),
    id: z.string().meta({ description: 'As the header webhook-id: the same however often it is sent' }),
    timestamp: z.iso.datetime(),
    data: z.strictObject({
      entitlement_id: z.string(),
      product_id: z.string(),
      version: z.int().nullable(),
      quantity: z.int(),
      selected_options: z.array(selectedOptionSchema),
      buyer: z
        .string()
        .meta({ description: 'The same for everything that one buyer has of this shop; says nothing of them' }),
      valid_until: z.iso.datetime().exactOptional().meta({
        description:
          'Of access that was bought for a time: until when; access.withdraw is sent then. Attempts after the promised time say a later one',
      }),
      session_id: z.string().exactOptional().meta({ description: 'Of a machine' }),
      minutes_left: z.int().exactOptional().meta({ description: 'Of hours: what is left in all' }),
      template: z
        .strictObject({ name: z.string(), image: z.string().exactOptional() })
        .exactOptional()
        .meta({ description: 'Of hours.start: the template that the buyer has chosen' }),
      ssh_keys: z.array(z.string()).exactOptional().meta({
        description: 'Of hours.start: public SSH keys of the buyer, each as type and base64, for the machine',
      }),
    }),
  })
  .meta({ id: 'ProvisionRequest' });
export type ProvisionRequest = z.infer<typeof provisionRequestSchema>;

export const putEndpointSchema = z
  .strictObject({
    url: line().min(1, 'must be an address').max(URL_LENGTH, `must be at most ${URL_LENGTH} characters`).meta({
      description: 'What is called: https, a public machine, the port 443 or one from 1024 on',
    }),
  })
  .meta({ id: 'PutProvisionEndpoint' });

const endpointSchema = z
  .strictObject({
    url: z.string(),
    last_success_at: z.iso.datetime().nullable(),
    failing_since: z.iso.datetime().nullable().meta({ description: 'null: the last call was taken' }),
    last_failure: z.string().nullable().meta({ description: 'Why the last call failed' }),
    previous_secret_until: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Until then calls are signed with the secret of before as well' }),
    create_time: z.iso.datetime(),
    update_time: z.iso.datetime(),
  })
  .meta({ id: 'ProvisionEndpoint' });
export type Endpoint = z.infer<typeof endpointSchema>;

export const endpointStateSchema = z
  .strictObject({
    endpoint: endpointSchema.nullable().meta({ description: 'null: the shop has none' }),
    waiting: z.int().meta({ description: 'Calls that have not been taken yet' }),
    failed: z.int().meta({ description: 'Calls of the last 30 days that were given up' }),
  })
  .meta({ id: 'ProvisionEndpointState' });
export type EndpointState = z.infer<typeof endpointStateSchema>;

export const endpointWithSecretSchema = z
  .strictObject({
    ...endpointSchema.shape,
    secret: z
      .string()
      .nullable()
      .meta({ description: 'What signatures are checked with. Told once, when it is made; otherwise null' }),
  })
  .meta({ id: 'ProvisionEndpointWithSecret' });
export type EndpointWithSecret = z.infer<typeof endpointWithSecretSchema>;

export const endpointTestSchema = z
  .strictObject({
    ok: z.boolean(),
    status: z.int().nullable().meta({ description: 'null: there was no answer' }),
    answer: z.string().meta({ description: 'Its first 4 kB' }),
    duration_ms: z.int(),
    failure: z.string().nullable(),
  })
  .meta({ id: 'ProvisionEndpointTest' });
export type EndpointTest = z.infer<typeof endpointTestSchema>;

export const provisionCallSchema = z
  .strictObject({
    call_id: z.string(),
    type: z.enum(provisionCallTypes),
    entitlement_id: z.string(),
    session_id: z.string().nullable(),
    state: z.enum(provisionCallStates),
    attempts: z.int(),
    failure: z.string().nullable().meta({ description: 'Why the last attempt failed' }),
    next_attempt_at: z.iso.datetime().nullable(),
    promised_at: z.iso.datetime().nullable(),
    create_time: z.iso.datetime(),
  })
  .meta({ id: 'ProvisionCall' });
export type ProvisionCall = z.infer<typeof provisionCallSchema>;

export const provisionCallsSchema = z.array(provisionCallSchema);

export const libraryAccessSchema = z
  .strictObject({
    entitlement_id: z.string(),
    product_id: z.string(),
    product_name: z.string(),
    by: z.enum(['text', 'endpoint']),
    state: z.enum(accessStates),
    text: z.string().nullable().meta({ description: 'Plain text, to be shown as it is' }),
    fields: comparedFields,
    promised_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it is promised to be there; null: it was there at once' }),
    ready_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable().meta({ description: 'Until when it works, as the shop says' }),
    offers_money_back: z
      .boolean()
      .meta({ description: 'The promised time has passed: the buyer may take the money instead' }),
  })
  .meta({ id: 'LibraryAccess' });
export type LibraryAccess = z.infer<typeof libraryAccessSchema>;

export const moneyBackSchema = z
  .strictObject({
    amount: z.number().meta({ description: 'US dollars' }),
    state: z.enum(['decided', 'pending', 'succeeded', 'failed']),
    access: libraryAccessSchema,
  })
  .meta({ id: 'MoneyBack' });
