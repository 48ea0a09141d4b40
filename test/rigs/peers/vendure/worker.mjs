// Worker beside the server: jobs, such as what an order changes in the search index.
import { configOf, core } from './config.mjs';

const worker = await core.bootstrapWorker(configOf({ isNew: false }));
await worker.startJobQueue();
