// Server of the shop's API, for visitors.
import { configOf, core } from './config.mjs';

await core.bootstrap(configOf({ isNew: false }));
