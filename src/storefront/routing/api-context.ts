import { createContext as createLoaderContext } from 'react-router';
import type { ApiClient } from '#client/api/api-client.ts';

/** The API as loaders reach it: in the process on the server, over HTTP in the browser. */
export const apiContext = createLoaderContext<ApiClient>();
