/** A part of the product: it answers requests, opens no port and reads no environment. `main.ts` joins the parts. */
export type Part = { fetch: (request: Request) => Response | Promise<Response> };
